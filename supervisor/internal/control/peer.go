package control

import (
	"fmt"
	"net"
)

// Peer is a process that has made a connection, or that listens.
type Peer struct {
	PID   int
	UID   int    // its effective user
	start uint64 // as in process; 0 if it had ended before we looked
}

// process is what tells a process from others and from those that had its number before.
type process struct {
	parent int
	start  uint64 // when it was started, on a clock of the system's; 0 only for its first one
}

// maxDepth is more generations than any tree has.
const maxDepth = 10_000

// descends walks from a process up to its ancestor guard; a process is its own ancestor. look reads the process table.
func descends(peer Peer, guard int, look func(pid int) (process, error)) bool {
	pid := peer.PID
	p, err := look(pid)
	if err != nil || p.start != peer.start {
		return true // it has ended
	}
	for range maxDepth {
		switch {
		case pid == guard:
			return true
		case p.parent <= 1 && p.parent != guard: // not looked at: /proc may hide it
			return false
		}
		parent, err := look(p.parent)
		if err != nil || parent.start > p.start {
			return true // it has ended; a younger one has got its number
		}
		pid, p = p.parent, parent
	}
	return true
}

// peerOf asks the kernel who is at the other end.
func peerOf(conn *net.UnixConn) (peer Peer, err error) {
	raw, err := conn.SyscallConn()
	if err == nil {
		if ctlErr := raw.Control(func(fd uintptr) { peer, err = credentials(int(fd)) }); ctlErr != nil {
			err = ctlErr
		}
	}
	if err != nil {
		return Peer{}, fmt.Errorf("finding out who is at the other end: %w", err)
	}
	return peer, nil
}
