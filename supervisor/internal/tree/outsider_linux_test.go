package tree

import (
	"runtime"
	"slices"
	"syscall"
	"testing"
)

func TestWhatSomebodyElseStoppedStaysStopped(t *testing.T) {
	for _, tt := range []struct {
		name string
		slot int
		sig  syscall.Signal
	}{
		{"the agent", 1, syscall.SIGSTOP},
		{"a tool in the agent's group", 2, syscall.SIGSTOP},
		{"a tool in its own group", 3, syscall.SIGSTOP},
		{"a tool in its own session", 4, syscall.SIGSTOP},
		{"by Ctrl-Z", 3, syscall.SIGTSTP},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := performScript(t, 6, everyKind)
			s.kill(tt.slot, tt.sig)
			s.eventually("it is stopped", func() bool { return s.state(tt.slot) == stopped })
			s.freeze()
			s.still()
			held := s.Held()
			if len(held) != 5 || slices.ContainsFunc(held, func(p Process) bool { return p.PID == s.pid(tt.slot) }) {
				t.Errorf("held are %v, want the 5 others", held)
			}
			s.resume()
			s.ticking(6, tt.slot)
			if got := s.state(tt.slot); got != stopped {
				t.Errorf("its state is %v, want stopped", got)
			}
			s.kill(tt.slot, syscall.SIGCONT)
			s.ticking(6)
		})
	}
}

func TestWhatADebuggerHoldsIsLeftToHim(t *testing.T) {
	for name, slot := range map[string]int{"in the agent's group": 2, "in its own group": 3} {
		t.Run(name, func(t *testing.T) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			s := performScript(t, 6, everyKind)
			if err := syscall.PtraceAttach(s.pid(slot)); err != nil {
				t.Skipf("this system lets nobody trace a process: %v", err)
			}
			s.eventually("it is traced", func() bool { return s.state(slot) == traced })
			s.freeze()
			s.still()
			s.resume()
			s.ticking(6, slot)
			if got := s.state(slot); got != traced {
				t.Errorf("its state is %v, want traced", got)
			}
			if err := syscall.PtraceDetach(s.pid(slot)); err != nil {
				t.Fatal(err)
			}
			s.ticking(6)
		})
	}
}

func TestHoldStopsWhatSomebodyElseContinued(t *testing.T) {
	s := performScript(t, 6, everyKind)
	s.freeze()
	s.kill(4, syscall.SIGCONT)
	s.eventually("Hold catches it", func() bool {
		caught, err := s.Hold()
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(caught, func(p Process) bool { return p.PID == s.pid(4) && p.Woken })
	})
	s.eventually("it is stopped again", func() bool { return s.state(4) == stopped })
	s.resume()
	s.ticking(6)
}
