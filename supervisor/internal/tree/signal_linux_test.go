package tree

import (
	"errors"
	"os"
	"syscall"
	"testing"
)

func TestAReusedNumberIsNeverSignalled(t *testing.T) {
	s := performScript(t, 1, actor{Slot: 1})
	other := id{s.root.pid, s.root.start + 1}
	if err := send(other, syscall.SIGKILL); !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("got %v, want %v", err, os.ErrProcessDone)
	}
	s.ticking(1)
}

func TestTheFirstProcessAndThisOneAreNeverSignalled(t *testing.T) {
	for _, pid := range []int{-1, 0, 1, os.Getpid()} {
		p, _ := look(max(pid, 1))
		if err := send(id{pid, p.start}, syscall.Signal(0)); err == nil {
			t.Errorf("process %d was signalled", pid)
		}
	}
}

func TestAnEndedProcessHasOneError(t *testing.T) {
	for _, tt := range []struct {
		err  error
		done bool
	}{
		{syscall.ENOENT, true}, // it ended before its file was opened
		{syscall.ESRCH, true},  // or while it was opened or read
		{syscall.EMFILE, false},
		{syscall.EACCES, false},
	} {
		got := ended("open", "/proc/2/stat", tt.err)
		if done := errors.Is(got, os.ErrProcessDone); done != tt.done || !done && !errors.Is(got, tt.err) {
			t.Errorf("%v became %v", tt.err, got)
		}
	}
}
