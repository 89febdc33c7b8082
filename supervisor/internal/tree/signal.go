package tree

import (
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
	defer process.Release()
	now, err := look(to.pid)
	if err != nil {
		return err
	}
	if now.id != to {
		return os.ErrProcessDone
	}
	return process.Signal(sig)
}
