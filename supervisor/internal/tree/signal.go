package tree

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// send signals one process and never another one that got its number: the handle is taken first, then what it holds
// is compared. It returns [os.ErrProcessDone] if the process is gone.
func send(to id, sig syscall.Signal) error {
	if to.pid <= 1 || to.pid == os.Getpid() {
		return fmt.Errorf("process %d is never signalled", to.pid)
	}
	process, err := os.FindProcess(to.pid) // a pidfd on Linux; elsewhere a number, and a window of microseconds
	if err != nil {
		return err
	}
	defer func() { _ = process.Release() }()
	now, err := look(to.pid)
	if err != nil {
		return err
	}
	if now.id != to {
		return os.ErrProcessDone
	}
	return process.Signal(sig)
}

// refused says whether a signal failed although there was a process to take it.
func refused(err error) bool { return err != nil && !errors.Is(err, os.ErrProcessDone) }
