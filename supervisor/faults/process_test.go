//go:build linux

package faults

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/supervisor/internal/cgroup"
)

// everyKind starts a tool in each way that takes it away from the agent, and goes on when all of them work.
const everyKind = `
tick same.tick &
tick group group.tick &
tick session session.tick &
tick daemon daemon.tick
tick group deaf deaf.tick &
for tool in same group session daemon deaf; do await $tool.tick; done
`

// 5 proc-own-pgrp, 6 proc-setsid, 7 proc-doublefork
func TestEveryKindOfToolIsFrozenAndGoesOn(t *testing.T) {
	t.Parallel()
	s := play(t, "-n 1", everyKind+twoTurns+"read line")
	s.asked()
	s.frozen()
	before := s.ticks()
	s.yes()
	s.ticking("same", "group", "session", "daemon", "deaf")
	if len(before) != 5 {
		t.Errorf("at the question there were %v", before)
	}
	s.kill(s.front(), unix.SIGTERM)
	s.ends(143)
}

// 13 proc-root-first-trap
func TestAfterANoNoToolRunsOnce(t *testing.T) {
	t.Parallel()
	s := play(t, "-n 1", everyKind+twoTurns+"touch went-on; sleep 60")
	s.asked()
	s.frozen()
	before := s.ticks()
	s.no()
	s.ends(124)
	if after := s.ticks(); !maps.Equal(before, after) || len(after) != 5 || s.exists("went-on") {
		t.Errorf("ticks went from %v to %v; the agent went on: %v", before, after, s.exists("went-on"))
	}
}

// 1 proc-exit-while-asking
func TestAnAgentThatDiesAtTheQuestionTakesItAway(t *testing.T) {
	t.Parallel()
	s := play(t, "-n 1", "echo $$ >agent; tick session tool.tick & await tool.tick;"+twoTurns+"sleep 60")
	s.asked()
	s.signal("agent", unix.SIGKILL)
	s.WaitFor("turnguard: the agent ended before there was an answer")
	s.ends(137)
}

// 2 proc-signal-death
func TestAnAgentThatASignalEndsGivesTheStatusOfAShell(t *testing.T) {
	t.Parallel()
	for signal, status := range map[string]int{"TERM": 143, "KILL": 137, "USR1": 138} {
		t.Run(signal, func(t *testing.T) {
			t.Parallel()
			play(t, "", "kill -"+signal+" $$; sleep 60").ends(status)
		})
	}
}

// 3 proc-ignore-term
func TestAnAgentThatDoesNotListenIsKilled(t *testing.T) {
	t.Parallel()
	s := play(t, "-n 1 --on-limit abort --stop-signal TERM --kill-after 2s",
		`trap 'touch heard' TERM; tick deaf tool.tick & await tool.tick;`+twoTurns+`while :; do sleep 0.05; done`)
	s.ends(124)
	if !s.exists("heard") {
		t.Error("the agent was not told")
	}
}

// 4 proc-turn-during-grace
func TestAnAgentThatGoesOnAfterItWasToldToStopIsKilledAtOnce(t *testing.T) {
	t.Parallel()
	s := play(t, "-n 1 --on-limit abort --stop-signal TERM --kill-after 1h",
		`trap 'touch heard; emit turn_start' TERM;`+twoTurns+`while :; do sleep 0.05; done`)
	s.ends(124)
	if !s.exists("heard") {
		t.Error("the agent was not told")
	}
}

// 12 proc-eperm
func TestAToolOfAnotherUserIsNamedAtTheQuestion(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can start a process of another user")
	}
	t.Parallel()
	s := prepare(t, "tick session deaf uid=65534 other.tick & await other.tick;"+twoTurns+"sleep 60")
	s.run("weak turnguard -n 1 -- agent")
	s.WaitFor(`runs on  "tick" (pid `)
	s.WaitFor("which belongs to another user")
	s.no()
	s.exits(124)
	if !strings.Contains(s.Screen(), "turnguard: could not end process ") {
		t.Errorf("nothing is said of the tool that is left; screen:\n%s", s.Screen())
	}
	s.ticking("other")
	s.clear()
	s.gone()
}

// 14 proc-natural-exit-daemon, 15 proc-pty-held-open, 16 proc-pipe-held-open
func TestWhatAnAgentLeavesBehindIsNeitherWaitedForNorTouched(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{
		"on a terminal": "turnguard -- agent",
		"in a pipe":     "{ turnguard -- agent; echo $? >own; } | cat >out; (exit $(cat own))",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := prepare(t, "tick daemon daemon.tick; tick session tool.tick & await tool.tick; await daemon.tick; exit 3")
			s.run(line)
			s.exits(3)
			s.ticking("daemon", "tool")
			s.clear()
			s.gone()
		})
	}
}

// 21 outsider-sigcont
func TestWhatSomebodyElseContinuesIsStoppedAgain(t *testing.T) {
	t.Parallel()
	s := play(t, "-n 1", "tick session tool.tick & await tool.tick;"+twoTurns+"touch went-on; sleep 60")
	s.asked()
	s.frozen()
	before := s.ticks()
	for _, p := range s.processes() {
		if p.argv[0] != "tick" {
			continue
		}
		s.kill(p.pid, unix.SIGCONT)
		if !cgroup.Frozen(p.pid) { // a control group is not woken so
			s.eventually("the tool runs", func() bool { return !maps.Equal(before, s.ticks()) })
		}
	}
	s.frozen()
	before = s.ticks()
	s.no()
	s.ends(124)
	if after := s.ticks(); !maps.Equal(before, after) {
		t.Errorf("ticks went from %v to %v", before, after)
	}
}

// 24 sigterm-to-turnguard, 25 double-sigterm
func TestTheSecondSignalIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	s := play(t, "--kill-after 1h", everyKind+"trap 'echo >>heard' TERM; touch ready; while :; do sleep 0.05; done")
	s.eventually("the agent listens", func() bool { return s.exists("ready") })
	s.kill(s.front(), unix.SIGTERM)
	s.eventually("the agent is told", func() bool { return s.exists("heard") })
	s.ticking("deaf")
	s.kill(s.front(), unix.SIGTERM)
	s.ends(143)
}

// 25 double-sigterm
func TestHoweverManySignalsComeTheTerminalIsGivenBack(t *testing.T) {
	t.Parallel()
	s := play(t, "-n 1", twoTurns+"sleep 60")
	s.asked()
	front, deadline := s.front(), time.Now().Add(patience)
	for unix.Kill(front, unix.SIGTERM) == nil && time.Now().Before(deadline) {
		time.Sleep(100 * time.Microsecond)
	}
	s.ends(143)
}

// 26 signal-from-tree
func TestASignalOfTheAgentToItsOwnGroupIsItsOwnBusiness(t *testing.T) {
	t.Parallel()
	for _, signal := range []string{"HUP", "INT", "TERM", "QUIT", "TSTP"} {
		t.Run(signal, func(t *testing.T) {
			t.Parallel()
			s := play(t, "", "trap 'echo heard >>heard' "+signal+"; kill -"+signal+" 0; sleep 0.05; exit 5")
			s.ends(5)
			if got := s.read("heard"); got != "heard" {
				t.Errorf("the agent has written %q, want that it heard the signal once", got)
			}
		})
	}
}

// 27 exec-enoent, exec-eacces
func TestAnAgentThatCannotBeRunLeavesTheTerminalAlone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		command, says string
		status        int
	}{
		{"no-such-agent", `cannot find the command "no-such-agent"`, 127},
		{"./no-such-agent", `cannot find the command "./no-such-agent"`, 127},
		{"./before", `cannot run "./before": permission denied`, 126},
		{"./garbage", `cannot run "./garbage": exec format error`, 126},
	} {
		t.Run(tt.command, func(t *testing.T) {
			t.Parallel()
			s := prepare(t, "").run("echo garbage >garbage; chmod 755 garbage; turnguard -- " + tt.command)
			s.ends(tt.status)
			s.WaitFor("turnguard: " + tt.says)
		})
	}
}

// 28 sigchld-ignored-parent, blocked mask
func TestACarelessParentChangesNothing(t *testing.T) {
	t.Parallel()
	s := prepare(t, "echo $$ >agent; tick session tool.tick & await tool.tick;"+twoTurns+"sleep 60")
	s.run("bullied turnguard -n 1 -- agent; echo $? >first; bullied turnguard --kill-after 100ms -n 1 -- agent")
	s.asked()
	s.no()
	s.eventually("the second run", func() bool { return s.read("first") == "124" })
	s.asked()
	s.frozen()
	s.kill(s.front(), unix.SIGTERM)
	s.ends(143)
}

// 30 nested-turnguard
func TestAnOuterGuardLeavesFrozenWhatAnInnerOneHasFrozen(t *testing.T) {
	t.Parallel()
	s := prepare(t, everyKind+twoTurns+"touch went-on; sleep 60")
	s.run("turnguard -n 9 --menu-key ^g -- turnguard -n 1 --menu-key none -- agent")
	s.asked()
	s.frozen()
	before := s.ticks()
	s.Send("\a")
	s.WaitFor("Menu (Ctrl-G)")
	s.eventually("the inner guard is frozen too", func() bool {
		return slices.ContainsFunc(s.processes(), func(p process) bool {
			return p.state == "T" && p.argv[0] == "turnguard" && !slices.Contains(p.argv, "^g")
		})
	})
	s.SendUntilShown("y", "> yes, go on")
	s.Send("\r")
	s.no()
	s.ends(124)
	if after := s.ticks(); !maps.Equal(before, after) || s.exists("went-on") {
		t.Errorf("ticks went from %v to %v; the agent went on: %v", before, after, s.exists("went-on"))
	}
}
