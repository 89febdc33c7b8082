package cgroup

import (
	"errors"
	"os"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"testing"
)

func TestAFrozenTreeDoesNothingUntilItIsThawed(t *testing.T) {
	t.Parallel()
	s, ok := perform(t, everyKind)
	if !ok {
		return
	}
	for range 3 {
		s.ticking(0, 1, 2, 3)
		s.freeze()
		s.standstill()
		s.do(s.Freeze) // again changes nothing
		s.do(s.Thaw)
	}
	s.ticking(0, 1, 2, 3)
	if s.frozen() {
		t.Error("it is still said to be frozen")
	}
}

func TestNoSIGCONTWakesAFrozenProcess(t *testing.T) {
	t.Parallel()
	s, ok := perform(t, everyKind)
	if !ok {
		return
	}
	s.ticking(0, 1, 2, 3)
	s.freeze()
	for _, pid := range s.pids(s.Group) {
		s.do(func() error { return syscall.Kill(pid, syscall.SIGCONT) })
	}
	s.standstill()
	if !s.frozen() {
		t.Error("it is no longer said to be frozen")
	}
	s.do(s.Thaw)
	s.ticking(0, 1, 2, 3)
}

func TestWhatASignalHasStoppedIsNotThawed(t *testing.T) {
	t.Parallel()
	s, ok := perform(t, `eval "$TICK" >&3`)
	if !ok {
		return
	}
	s.ticking(0)
	pid := s.started[0].Process.Pid
	s.freeze()
	s.do(func() error { return syscall.Kill(pid, syscall.SIGSTOP) }) // waits until the thaw
	s.do(s.Thaw)
	s.standstill()
	s.do(func() error { return syscall.Kill(pid, syscall.SIGCONT) })
	s.ticking(0)
}

// A tool run by sudo takes no SIGSTOP from us.
func TestAProcessOfAnotherUserIsFrozenAndKilled(t *testing.T) {
	t.Parallel()
	s, ok := perform(t, "")
	if !ok {
		return
	}
	nobody := &syscall.Credential{Uid: 65534, Gid: 65534}
	other, err := s.startAs(nobody, s.Group, `eval "$TICK" >&3`)
	if errors.Is(err, syscall.EPERM) {
		t.Log("only root may start one")
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	s.ticking(0)
	s.freeze()
	s.standstill()
	s.do(s.Thaw)
	s.ticking(0)
	s.do(s.Kill)
	_ = other.Wait()
}

func TestKillEndsEverythingFrozenOrNot(t *testing.T) {
	t.Parallel()
	for _, frozen := range []bool{false, true} {
		t.Run(map[bool]string{false: "running", true: "frozen"}[frozen], func(t *testing.T) {
			t.Parallel()
			s, ok := perform(t, everyKind)
			if !ok {
				return
			}
			s.ticking(0, 1, 2, 3)
			if frozen {
				s.freeze()
			}
			s.do(s.Kill)
			s.eventually("all are dead", func() bool { return len(s.pids(s.Group)) == 0 })
			s.do(s.Close)
		})
	}
}

func TestSIGTERMEndsAFrozenProcess(t *testing.T) {
	t.Parallel()
	s, ok := perform(t, `exec sleep 60`)
	if !ok {
		return
	}
	s.freeze()
	s.do(func() error { return s.started[0].Process.Signal(syscall.SIGTERM) })
	s.eventually("it is dead", func() bool { return len(s.pids(s.Group)) == 0 })
}

func TestAnInnerGroupIsFrozenWithTheOuterAndCannotThawIt(t *testing.T) {
	t.Parallel()
	s, ok := perform(t, "")
	if !ok {
		return
	}
	inner, err := makeIn(s.String(), prefix+strconv.Itoa(os.Getpid()))
	if err != nil {
		t.Fatal(err)
	}
	s.start(inner, everyKind)
	s.ticking(0, 1, 2, 3)
	s.freeze()
	s.do(inner.Freeze)
	s.do(inner.Thaw)
	s.standstill()
	if frozen, err := inner.Frozen(); !frozen || err != nil {
		t.Errorf("the inner group's Frozen is %v, %v", frozen, err)
	}
	if outer, inner := s.pids(s.Group), s.pids(inner); len(inner) < 4 || !slices.Equal(outer, inner) {
		t.Errorf("the outer group has processes %v, the inner %v; want the same", outer, inner)
	}

	s.do(inner.Freeze)
	s.do(s.Thaw)
	s.standstill() // the inner one's own freeze outlasts the outer's
	s.do(inner.Thaw)
	s.ticking(0, 1, 2, 3)
	s.do(s.Kill)
	s.eventually("all are dead", func() bool { return len(s.pids(s.Group)) == 0 })
}

func BenchmarkFreezeUntilFrozen(b *testing.B) {
	s, ok := perform(b, `for i in 1 2 3 4 5 6 7 8 9 10; do sleep 600 & done; wait`)
	if !ok {
		return
	}
	s.eventually("11 processes run", func() bool { return len(s.pids(s.Group)) == 11 })
	for b.Loop() {
		s.do(s.Freeze)
		s.until(true)
		b.StopTimer()
		s.do(s.Thaw)
		s.until(false)
		b.StartTimer()
	}
}

func BenchmarkFreezeAlone(b *testing.B) {
	s, ok := perform(b, `for i in 1 2 3 4 5 6 7 8 9 10; do sleep 600 & done; wait`)
	if !ok {
		return
	}
	s.eventually("11 processes run", func() bool { return len(s.pids(s.Group)) == 11 })
	b.ReportAllocs()
	for b.Loop() {
		s.do(s.Freeze)
		b.StopTimer()
		s.do(s.Thaw)
		s.until(false)
		b.StartTimer()
	}
}

// until waits without sleeping, for a benchmark.
func (s *stage) until(frozen bool) {
	for s.frozen() != frozen {
		runtime.Gosched()
	}
}
