package supervisor

import (
	"os"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// waker ends a poll(2) from another goroutine.
type waker struct {
	r, w    *os.File
	fd      int
	pending atomic.Bool
}

func newWaker() (*waker, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	k := &waker{r: r, w: w}
	k.fd, err = pollable(r)
	return k, err
}

func (k *waker) wake() {
	if !k.pending.Swap(true) {
		_, _ = k.w.Write([]byte{0})
	}
}

// rest makes ready for the next wake.
func (k *waker) rest() {
	var b [16]byte
	_, _ = unix.Read(k.fd, b[:])
	k.pending.Store(false)
}

func (k *waker) close() {
	_ = k.r.Close()
	_ = k.w.Close()
}

// pollable returns f's descriptor for use with poll(2) and read(2). Unlike Fd it leaves it non-blocking.
func pollable(f *os.File) (int, error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return -1, err
	}
	fd := -1
	err = conn.Control(func(p uintptr) { fd = int(p) })
	if err == nil {
		err = syscall.SetNonblock(fd, true)
	}
	return fd, err
}
