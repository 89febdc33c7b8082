package control

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

func credentials(fd int) (Peer, error) {
	cred, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return Peer{}, err
	}
	peer := Peer{PID: int(cred.Pid), UID: int(cred.Uid)}
	if p, err := look(peer.PID); err == nil && alive(fd) {
		peer.start = p.start
	}
	return peer, nil
}

// alive tells whether the peer itself is still there, and so its number has not been given to another process. Kernels
// before Linux 6.5 cannot say.
func alive(fd int) bool {
	handle, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_PEERPIDFD)
	if err != nil {
		return errors.Is(err, unix.ENOPROTOOPT)
	}
	defer unix.Close(handle)
	return unix.PidfdSendSignal(handle, 0, nil, 0) == nil
}

// look reads /proc/<pid>/stat: "pid (name) state parent ...". The name may hold any byte, parentheses too.
func look(pid int) (process, error) {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return process{}, err
	}
	fields := bytes.Fields(line[bytes.LastIndexByte(line, ')')+1:]) // from the third on, as proc(5) numbers them
	if len(fields) <= 22-3 {
		return process{}, fmt.Errorf("no process in %q", line)
	}
	parent, err := strconv.Atoi(string(fields[4-3]))
	if err != nil {
		return process{}, err
	}
	start, err := strconv.ParseUint(string(fields[22-3]), 10, 64)
	return process{parent, start}, err
}
