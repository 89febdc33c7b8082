package tree

import (
	"slices"
	"syscall"
	"testing"
)

func TestKillEndsAChainOfProcessesThatStartTheNextAndEnd(t *testing.T) {
	perform(t, 1, chain()).end()
}

func TestKillLeavesNothing(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before func(*stage)
	}{
		{"of a running tree", func(*stage) {}},
		{"of a frozen tree", (*stage).freeze},
		{"of a tree that has been continued", func(s *stage) { s.freeze(); s.resume() }},
		{"of a tree with a stopped tool", func(s *stage) { s.kill(3, syscall.SIGSTOP) }},
		{"of a tree whose agent is gone", func(s *stage) { s.kill(1, syscall.SIGKILL) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := performScript(t, 6, everyKind)
			tt.before(s)
			s.end()
		})
	}
}

func TestKillOfAFrozenTreeLetsNothingRunOnce(t *testing.T) {
	s := performScript(t, 6, everyKind)
	s.freeze()
	before := s.ticks()
	s.end()
	if after := s.ticks(); after != before {
		t.Errorf("ticks went from %v to %v", before, after)
	}
}

func TestKillTakesToolsBeforeTheirParentsAndTheAgentLast(t *testing.T) {
	s := performScript(t, 6, everyKind)
	s.freeze()
	var order []int
	for _, p := range s.killOnce() {
		order = append(order, p.PID)
	}
	if len(order) != 6 || order[5] != s.pid(1) || slices.Index(order, s.pid(5)) > slices.Index(order, s.pid(4)) {
		t.Errorf("killed in the order %v, want %d before %d, and %d last", order, s.pid(5), s.pid(4), s.pid(1))
	}
}

func TestKillEndsAForker(t *testing.T) {
	s := performScript(t, 2, actor{Slot: 1, Tools: []actor{{Slot: 2, Apart: "session", Forks: true}}})
	s.end()
}
