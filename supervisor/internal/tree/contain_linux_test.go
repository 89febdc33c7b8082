package tree

import (
	"slices"
	"syscall"
	"testing"
)

func TestAContainedTreeIsHeldAndLetGoLikeAnyOther(t *testing.T) {
	s := performContained(t, 6, everyKind.command())
	for range 3 {
		s.freeze()
		s.standstill()
		held := s.Held()
		if len(held) != 6 || held[0].PID != s.pid(1) {
			t.Errorf("held are %v, want 6 processes with the agent (pid %d) first", held, s.pid(1))
		}
		if slices.ContainsFunc(held, func(p Process) bool { return p.Refused || p.Woken }) {
			t.Errorf("held are %+v, want no mark", held)
		}
		s.resume()
		s.ticking(6)
	}
	s.end()
}

func TestAContainedTreeLetsNoForkEscape(t *testing.T) {
	s := performContained(t, 1, chain())
	if err := s.Freeze(); err != nil && s.group != nil {
		t.Error(err)
	}
	if s.group != nil {
		s.standstill()
	}
	if len(s.processes()) == 1 {
		t.Error("the chain has come to its end; nothing was tested")
	}
	s.end()
}

func TestWhoeverStoppedAContainedProcessContinuesIt(t *testing.T) {
	s := performContained(t, 6, everyKind.command())
	s.kill(3, syscall.SIGSTOP)
	s.eventually("it is stopped", func() bool { return s.state(3) == stopped })
	s.freeze()
	if held := s.Held(); len(held) != 5 {
		t.Errorf("held are %v, want the 5 others", held)
	}
	s.resume()
	s.ticking(6, 3)
	if got := s.state(3); got != stopped {
		t.Errorf("its state is %v, want stopped", got)
	}
	s.kill(3, syscall.SIGCONT)
	s.ticking(6)
}

func TestHoldFreezesWhatSomebodyElseThawed(t *testing.T) {
	s := performContained(t, 6, everyKind.command())
	if s.group == nil {
		return
	}
	s.freeze()
	for slot := 1; slot <= 6; slot++ {
		s.kill(slot, syscall.SIGCONT) // so that no stop is left in their queues
	}
	s.standstill() // that alone wakes nobody
	if err := s.group.Thaw(); err != nil {
		t.Fatal(err)
	}
	s.ticking(6)
	s.eventually("it is frozen again", func() bool {
		if _, err := s.Hold(); err != nil {
			t.Fatal(err)
		}
		frozen, err := s.group.Frozen()
		if err != nil {
			t.Fatal(err)
		}
		return frozen
	})
	s.standstill()
	s.resume()
	s.ticking(6)
}

func TestAContainedTreeThatIsThawedIsStillStopped(t *testing.T) {
	s := performContained(t, 6, everyKind.command())
	if s.group == nil {
		return
	}
	s.freeze()
	before := s.ticks()
	if err := s.group.Thaw(); err != nil {
		t.Fatal(err)
	}
	for slot := 1; slot <= 6; slot++ {
		s.eventually("it is stopped", func() bool { return s.state(slot) == stopped })
	}
	if after := s.ticks(); after != before {
		t.Errorf("ticks went from %v to %v", before, after)
	}
	s.resume()
	s.ticking(6)
}

func TestContinueShowsNoParentAStoppedChildInAGroup(t *testing.T) {
	s := performContained(t, 2, actor{Slot: 1, Watches: true, Tools: []actor{{Slot: 2, Apart: "group"}}}.command())
	if s.group == nil {
		return
	}
	for range 10 {
		s.freeze()
		s.resume()
		s.ticking(2)
	}
	if n := s.ticks()[15]; n != 0 {
		t.Errorf("the agent has seen its tool stopped %d times, want none", n)
	}
}

func TestKillGroupEndsAllThatIsInTheGroup(t *testing.T) {
	s := performContained(t, 6, everyKind.command())
	if s.group == nil {
		return
	}
	if !s.killGroup() {
		t.Fatal("the group is not killed")
	}
	s.eventually("all are dead", func() bool { return len(s.processes()) == 0 })
}
