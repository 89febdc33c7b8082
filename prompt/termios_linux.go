package prompt

import "golang.org/x/sys/unix"

const (
	getTermios      = unix.TCGETS
	setTermios      = unix.TCSETS
	setTermiosFlush = unix.TCSETSF
)

// drain waits until all output is out. In the background it stops the process group.
func drain(fd int) error { return unix.IoctlSetInt(fd, unix.TCSBRK, 1) }
