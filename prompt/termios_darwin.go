package prompt

import "golang.org/x/sys/unix"

const (
	getTermios      = unix.TIOCGETA
	setTermios      = unix.TIOCSETA
	setTermiosFlush = unix.TIOCSETAF
)

// drain waits until all output is out. In the background it stops the process group.
func drain(fd int) error { return unix.IoctlSetInt(fd, unix.TIOCDRAIN, 0) }
