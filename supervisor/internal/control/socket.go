package control

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// maxConns is how many connections a guard has at once. An agent has one or a few.
	maxConns = 256
	// strangersTime is how long a peer of which nothing is known yet may take for a message.
	strangersTime = 5 * time.Second
	// breath is how long nothing is accepted after that has failed, as it does when no file can be opened any more.
	breath = 50 * time.Millisecond
	// maxPath is how long a socket's path can be on this system, in bytes; the kernel wants a NUL behind it.
	maxPath = len(unix.RawSockaddrUnix{}.Path) - 1
)

// Socket is where a guard listens.
type Socket struct {
	dir      string
	listener *net.UnixListener
	uid      int // whose connections are taken: our own user

	mu      sync.Mutex
	closed  bool
	conns   map[*Conn]bool
	running sync.WaitGroup // Serve and the handlers
}

// Listen makes this process's private directory with its socket. What dead guards have left beside it is removed. It is
// an error if the directory would not be private, and if the socket's path is longer than the system takes (some 100
// bytes): XDG_RUNTIME_DIR and TMPDIR say where it is.
func Listen() (*Socket, error) {
	s, err := listen(homes()[0])
	if err != nil {
		return nil, fmt.Errorf("making the guard's socket: %w", err)
	}
	return s, nil
}

func listen(home string) (*Socket, error) {
	uid := os.Geteuid()
	dir := filepath.Join(home, strconv.Itoa(os.Getpid()))
	path := socketIn(dir)
	if len(path) > maxPath {
		return nil, fmt.Errorf("%s: has %d bytes, too long a path for a socket: want at most %d", path, len(path), maxPath)
	}
	if err := makePrivate(home, uid); err != nil {
		return nil, err
	}
	if _, err := tidy(home); err != nil {
		return nil, err
	}
	if listens(path) {
		return nil, fmt.Errorf("%s: another guard listens there", path)
	}
	if err := os.RemoveAll(dir); err != nil { // of a dead guard that had our process id
		return nil, err
	}
	if err := makePrivate(dir, uid); err != nil {
		return nil, err
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err == nil {
		listener.SetUnlinkOnClose(false) // Close removes all
		// The mode comes after the bind, since an umask would hold for all threads. Until then the directory keeps
		// others out.
		if err = os.Chmod(path, 0o600); err != nil {
			_ = listener.Close()
		}
	}
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, err
	}
	return &Socket{dir: dir, listener: listener, uid: uid, conns: map[*Conn]bool{}}, nil
}

// Dir returns the guard's private directory. What is put there is removed by [Socket.Close].
func (s *Socket) Dir() string { return s.dir }

// Path returns the socket's path.
func (s *Socket) Path() string { return socketIn(s.dir) }

// Serve takes connections until [Socket.Close], and has each handled on a goroutine of its own. When handle returns,
// its connection is closed. Peers of another user, and more than 256 connections at once, are turned away.
//
// A peer has 5 s for each message, from when it connects or was last sent something; [Conn.Patience] changes that.
func (s *Socket) Serve(handle func(*Conn)) {
	if !s.enter(nil) {
		return
	}
	defer s.running.Done()
	for {
		accepted, err := s.listener.AcceptUnix()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			time.Sleep(breath)
			continue
		}
		peer, err := peerOf(accepted)
		if err != nil || peer.UID != s.uid {
			_ = accepted.Close()
			continue
		}
		c := newConn(accepted, peer, strangersTime)
		if !s.enter(c) {
			_ = c.Close()
			continue
		}
		go func() {
			defer s.leave(c)
			handle(c)
		}()
	}
}

// enter counts Serve itself, which has no connection, or a handler in; there is no entry after Close, nor for too many.
func (s *Socket) enter(c *Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.conns) >= maxConns {
		return false
	}
	if c != nil {
		s.conns[c] = true
	}
	s.running.Add(1)
	return true
}

func (s *Socket) leave(c *Conn) {
	_ = c.Close()
	s.mu.Lock()
	delete(s.conns, c)
	s.mu.Unlock()
	s.running.Done()
}

// Close stops listening, closes all connections, waits for their handlers, and removes the private directory with all
// that is in it. A handler must not call it.
func (s *Socket) Close() error {
	s.mu.Lock()
	s.closed = true
	for c := range s.conns {
		_ = c.Close()
	}
	s.mu.Unlock()
	_ = s.listener.Close() // fails only the second time
	s.running.Wait()
	if err := os.RemoveAll(s.dir); err != nil {
		return fmt.Errorf("removing the guard's socket: %w", err)
	}
	return nil
}
