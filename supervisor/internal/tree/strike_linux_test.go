package tree

import (
	"fmt"
	"syscall"
	"testing"
)

func TestStrikeAloneStopsTheAgentAndItsGroup(t *testing.T) {
	s := performScript(t, 6, everyKind)
	for range 2 {
		s.Strike()
		for _, slot := range []int{1, 2} {
			s.eventually(fmt.Sprintf("slot %d is stopped", slot), func() bool { return s.state(slot) == stopped })
		}
		s.ticking(6, 1, 2)
		s.resume()
		s.ticking(6)
		s.freeze()
		s.resume()
	}
}

func TestStrikeReachesAnAgentThatLeadsNoGroup(t *testing.T) {
	s := performScript(t, 2, actor{Slot: 1, Tools: []actor{{Slot: 2}}})
	s.Tree = New(s.pid(2), 0)
	s.Strike()
	s.eventually("the agent is stopped", func() bool { return s.state(2) == stopped })
	s.ticking(1)
	s.freeze()
	s.resume()
	s.ticking(2)
}

func TestStrikesBeforeAndAfterFreezeChangeNothing(t *testing.T) {
	s := performScript(t, 6, everyKind)
	s.Strike()
	s.freeze()
	s.freeze()
	s.still()
	s.resume()
	s.ticking(6)
}

func TestStrikeAllocatesNothing(t *testing.T) {
	s := performScript(t, 1, actor{Slot: 1})
	if n := testing.AllocsPerRun(100, func() { s.struck = false; s.Strike() }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func TestAnAgentThatIsGoneIsNotStruck(t *testing.T) {
	s := performScript(t, 6, everyKind)
	s.kill(1, syscall.SIGKILL)
	s.eventually("the agent is reaped", func() bool { _, err := look(s.pid(1)); return err != nil })
	s.Strike()
	if s.struck {
		t.Error("struck the number of a process that is gone")
	}
	s.freeze()
	s.still()
	if held := s.Held(); len(held) != 5 {
		t.Errorf("held are %v, want the 5 that the agent left", held)
	}
	s.resume()
	s.ticking(6, 1)
}
