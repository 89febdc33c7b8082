//go:build linux

package faults

import (
	"maps"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// 17 front-sigkill-paused, 18 front-sigkill-paused by an agent that ignores SIGHUP, 31 stty-restored
func TestATurnguardThatIsKilledAtTheQuestionTakesTheTreeWithIt(t *testing.T) {
	t.Parallel()
	for name, agent := range map[string]string{
		"an agent":                     "",
		"an agent that ignores SIGHUP": "trap '' HUP\n",
		"an agent with a TUI":          tui,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := play(t, "-n 1", agent+everyKind+twoTurns+"touch went-on; sleep 60")
			s.asked()
			s.frozen()
			before := s.ticks()
			s.kill(s.front(), unix.SIGKILL)
			s.avenged()
			if after := s.ticks(); !maps.Equal(before, after) || s.exists("went-on") {
				t.Errorf("ticks went from %v to %v; the agent went on: %v", before, after, s.exists("went-on"))
			}
		})
	}
}

// 17 front-sigkill, of a running agent
func TestATurnguardThatIsKilledTakesTheTreeWithIt(t *testing.T) {
	t.Parallel()
	s := play(t, "", "trap '' HUP TERM\n"+tui+everyKind+"printf ready; sleep 60")
	s.WaitFor("ready")
	s.kill(s.front(), unix.SIGKILL)
	s.avenged()
}

// 19 guardian-sigkill
func TestAGuardThatIsKilledEndsTheRun(t *testing.T) {
	t.Parallel()
	const agent = "trap '' HUP\necho $PPID >guard\n" + tui + everyKind
	for name, tt := range map[string]struct {
		agent string
		ready func(*stage)
	}{
		"while the agent works": {"printf ready; sleep 60", func(s *stage) { s.WaitFor("ready") }},
		"at the question":       {twoTurns + "sleep 60", func(s *stage) { s.asked(); s.frozen() }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := play(t, "-n 1", agent+tt.agent)
			tt.ready(s)
			s.signal("guard", unix.SIGKILL)
			s.ends(125)
			s.WaitFor("turnguard: its guard process was ended")
		})
	}
}

// 72 ctl-stale-socket
func TestWhatAKilledTurnguardLeavesIsNoObstacleToTheNext(t *testing.T) {
	t.Parallel()
	s := prepare(t, "emit turn_start; await go")
	// A shell without job control would have the next one find the terminal in the middle of its tidying up.
	s.run("turnguard -- agent; until stty -g | cmp -s - before; do sleep 0.01; done; turnguard -- agent")
	first := s.front()
	s.WaitForTitle("Turns: 1/25")
	s.kill(first, unix.SIGKILL)
	s.eventually("the next one alone is listed", func() bool {
		return s.front() != first && strings.Count(s.aside("turnguard", "status"), "\n") == 2 // the heading is one line
	})
	s.touch("go")
	s.ends(0)
}
