package prompt

import (
	"cmp"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Size is the terminal's size now. A terminal that does not know it says 0 by 0.
func (t *Terminal) Size() (unix.Winsize, error) {
	var size unix.Winsize
	err := t.control(func(fd int) error {
		ws, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
		if err == nil {
			size = *ws
		}
		return err
	})
	if err != nil {
		return size, fmt.Errorf("read the terminal's size: %w", err)
	}
	return size, nil
}

// handOver puts the terminal into the mode that the agent has it in.
func (t *Terminal) handOver(m unix.Termios) error {
	t.setup.Lock()
	defer t.setup.Unlock()
	if t.closed {
		return os.ErrClosed
	}
	t.mode = m
	return t.setMode(setTermios, m)
}

// borrow puts the terminal into a mode for a question, and drops what was typed before. giveBack ends that.
func (t *Terminal) borrow(m unix.Termios) (giveBack func(), err error) {
	t.setup.Lock()
	defer t.setup.Unlock()
	if t.closed {
		return nil, os.ErrClosed
	}
	agents := t.mode
	return func() { _ = t.handOver(agents) }, t.setMode(setTermiosFlush, m)
}

// setMode does not wait for output to drain when it does not flush: Close must not hang on a terminal that is stopped.
func (t *Terminal) setMode(request uint, m unix.Termios) error {
	err := t.control(func(fd int) error { return unix.IoctlSetTermios(fd, request, &m) })
	if err != nil {
		return fmt.Errorf("set the terminal's mode: %w", err)
	}
	return nil
}

// background tells that the terminal belongs to another job.
func (t *Terminal) background() bool {
	var group int
	err := t.control(func(fd int) (err error) {
		group, err = unix.IoctlGetInt(fd, unix.TIOCGPGRP)
		return err
	})
	return err == nil && group != unix.Getpgrp()
}

// control calls f with the file descriptor. Unlike (*os.File).Fd it leaves deadlines in force.
func (t *Terminal) control(f func(fd int) error) error {
	c, err := t.tty.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = c.Control(func(fd uintptr) { failed = f(int(fd)) })
	return cmp.Or(err, failed)
}
