package tree

import (
	"syscall"
	"testing"
	"time"
)

func TestFreezeStopsEveryKindOfDescendantAndContinueLetsThemGo(t *testing.T) {
	s := performScript(t, 6, everyKind)
	for range 3 {
		s.freeze()
		s.still()
		s.standstill()
		held := s.Held()
		if len(held) != 6 || held[0].PID != s.pid(1) {
			t.Errorf("held are %v, want 6 processes with the agent (pid %d) first", held, s.pid(1))
		}
		for _, p := range held {
			if p.Name != "exe" || p.Refused || p.Woken {
				t.Errorf("held is %+v, want one of the name exe with no mark", p)
			}
		}
		s.resume()
		s.ticking(6)
		if held := s.Held(); len(held) > 0 {
			t.Errorf("after Continue are held %v", held)
		}
	}
}

func TestFreezeLooksTwiceEvenIfNothingMoves(t *testing.T) {
	s := performScript(t, 1, actor{Slot: 1})
	s.freeze()
	before := s.passes
	s.freeze()
	if n := s.passes - before; n != 2 {
		t.Errorf("%d passes, want 2", n)
	}
}

func TestFreezeStopsAFanOf100(t *testing.T) {
	s := performScript(t, 1, actor{Slot: 1, Sleepers: 100})
	s.freeze()
	s.still()
	if held := s.Held(); len(held) != 101 {
		t.Errorf("%d are held, want 101", len(held))
	}
}

func TestFreezeStopsAForker(t *testing.T) {
	s := performScript(t, 2, actor{Slot: 1, Tools: []actor{{Slot: 2, Apart: "session", Forks: true}}})
	for range 10 {
		s.freeze()
		s.still()
		s.standstill()
		s.resume()
		s.ticking(2)
	}
}

func TestHoldCatchesAChainOfProcessesThatStartTheNextAndEnd(t *testing.T) {
	s := perform(t, 1, chain())
	// No strike: that is one signal to the whole group, and would be the end of the chain. A freeze may miss it.
	_ = s.Freeze()
	passes := 0
	s.eventually("10 passes in a row catch nothing", func() bool {
		caught, err := s.Hold()
		if err != nil {
			t.Fatal(err)
		}
		if passes++; len(caught) > 0 {
			passes = 0
		}
		return passes == 10
	})
	s.still()
	if len(s.processes()) == 1 {
		t.Error("the chain has come to its end; nothing was tested")
	}
}

func TestContinueShowsNoParentAStoppedChild(t *testing.T) {
	s := performScript(t, 2, actor{Slot: 1, Watches: true, Tools: []actor{{Slot: 2, Apart: "group"}}})
	for range 10 {
		s.Strike()
		s.eventually("the agent is stopped", func() bool { return len(allAwake(process{id: s.root})) == 0 })
		s.freeze()
		s.resume()
		s.ticking(2)
	}
	if n := s.ticks()[15]; n != 0 {
		t.Errorf("the agent has seen its tool stopped %d times, want none", n)
	}
}

func TestWhatDiesWhileItIsHeldIsHeldNoMore(t *testing.T) {
	s := performScript(t, 6, everyKind)
	s.freeze()
	s.kill(5, syscall.SIGKILL)
	s.eventually("it is no longer held", func() bool {
		if _, err := s.Hold(); err != nil {
			t.Fatal(err)
		}
		return len(s.Held()) == 5
	})
	s.resume()
	s.ticking(6, 5)
}

func TestWhatMovesAtTheDeadlineIsNamed(t *testing.T) {
	s := performScript(t, 1, actor{Slot: 1})
	moving, err := s.settle(time.Now())
	if err != nil || len(moving) != 1 || moving[0].PID != s.pid(1) {
		t.Errorf("got %v, %v, want the agent (pid %d)", moving, err, s.pid(1))
	}
}

func TestFreezeStopsTheOtherThreadsWhereTheMainThreadCannotStop(t *testing.T) {
	for _, tt := range []struct {
		name string
		tool actor
	}{
		{"because it has ended", actor{Slot: 2, Headless: true}},
		{"because it waits for a vforked child", actor{Slot: 2, Vforks: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := performScript(t, 2, actor{Slot: 1, Tools: []actor{tt.tool}})
			s.eventually("the main thread is there", func() bool { return s.state(2) == opaque })
			for range 5 {
				s.freeze()
				s.still()
				s.standstill()
				s.resume()
				s.ticking(2)
			}
			s.end()
		})
	}
}

func TestWithoutAProcessTableTheAgentIsStoppedContinuedAndKilledAllTheSame(t *testing.T) {
	s := performScript(t, 2, actor{Slot: 1, Tools: []actor{{Slot: 2}}})
	blind := func(f func() error) error {
		var limit syscall.Rlimit
		if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit) }()
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 0, Max: limit.Max}); err != nil {
			t.Fatal(err)
		}
		return f()
	}
	if err := blind(s.Freeze); err == nil {
		t.Error("Freeze says that it has read the process table")
	}
	s.eventually("the tool is stopped", func() bool { return s.state(2) == stopped })
	if err := blind(s.Continue); err != nil {
		t.Error(err)
	}
	s.ticking(2)
	if err := blind(func() error { _, err := s.Kill(time.Second); return err }); err == nil {
		t.Error("Kill says that it has read the process table")
	}
	s.eventually("both are dead", func() bool { return len(s.processes()) == 0 })
}
