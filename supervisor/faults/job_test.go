//go:build linux

package faults

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// shell lets a person sit at the terminal, with an interactive shell.
func shell(t *testing.T, agent string) *stage {
	t.Helper()
	s := prepare(t, agent)
	s.start([]string{"holder", "--norc", "--noprofile", "-i"}, "PS1="+prompt, "HISTFILE=")
	s.typed("stty -g >before")
	return s
}

// prompt is the shell's. It is long enough to be nothing else.
const prompt = "shell>"

// typed types a command line at the shell's prompt.
func (s *stage) typed(line string) {
	s.Helper()
	s.eventually("a prompt", func() bool { return strings.HasSuffix(strings.TrimSpace(s.Screen()), prompt) })
	s.Send(line + "\r")
}

// leaves ends the shell, after a job that has ended with a status.
func (s *stage) leaves(status int) {
	s.Helper()
	s.typed("echo $? >status; stty -g >after; exit 0")
	s.ends(status)
}

// suspended waits until the shell says that its job is stopped, and finds all of it stopped.
func (s *stage) suspended() {
	s.Helper()
	s.eventually("the shell says that its job is stopped", func() bool { return strings.Contains(s.Screen(), "Stopped") })
	s.eventually("the job is stopped", func() bool {
		for _, p := range s.processes() {
			if p.argv[0] != "holder" && !p.guard() && p.state != "T" && p.state != "D" {
				return false
			}
		}
		return true
	})
}

// held waits until turnguard is stopped because of a question. An fg that comes just before that comes too early, as for any
// job that wants the terminal: the shell continues only what it has seen stopped.
func (s *stage) held() {
	s.Helper()
	s.WaitFor("turnguard: held for a question: bring it to the foreground (fg) to answer")
	front := s.front()
	s.eventually("turnguard is stopped", func() bool {
		return slices.ContainsFunc(s.processes(), func(p process) bool { return p.pid == front && p.state == "T" })
	})
}

// 20 kill-9-pgrp
func TestAJobThatIsKilledAsAWholeLeavesNothing(t *testing.T) {
	t.Parallel()
	s := shell(t, "trap '' HUP\n"+everyKind+twoTurns+"touch went-on; sleep 60")
	s.typed("turnguard -n 1 -- agent")
	s.asked()
	s.frozen()
	before := s.ticks()
	s.kill(-s.front(), unix.SIGKILL)
	s.WaitFor("Killed")
	s.Send("echo $? >status; stty -g >after; cp after later; exit 0\r") // the prompt stands in what the question has left
	s.avenged()
	if after := s.ticks(); !maps.Equal(before, after) || s.exists("went-on") {
		t.Errorf("ticks went from %v to %v; the agent went on: %v", before, after, s.exists("went-on"))
	}
}

// 22 agent-self-stop
func TestAnAgentThatStopsItselfStopsTheJob(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]string{"with its group": "kill -TSTP 0", "alone": "kill -STOP $$"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := shell(t, "echo ready; await go; "+stop+"; echo resumed; read line; exit 7")
			s.typed("turnguard -- agent")
			s.WaitFor("ready")
			s.touch("go")
			s.suspended()
			s.typed("fg")
			s.WaitFor("resumed")
			s.Send("\r")
			s.leaves(7)
		})
	}
}

// 49 background job, without a terminal for the agent
func TestAJobInTheBackgroundLeavesTheKeysToTheShell(t *testing.T) {
	t.Parallel()
	s := shell(t, "tick same.tick & cat; exit 7")
	s.typed("turnguard --pty never -- agent &")
	s.ticking("same")
	s.typed("echo the shell is $((20 + 22))")
	s.WaitFor("the shell is 42")
	s.typed("jobs; echo the job is $((30 + 33))")
	s.WaitFor("the job is 63")
	if strings.Contains(s.Screen(), "Stopped") {
		t.Errorf("the job was stopped:\n%s", s.Screen())
	}
	s.typed("kill %1; wait %1")
	s.leaves(143)
}

// 23 agent-ctrl-z, of an agent that reads lines. It starts nothing when it is stopped: a shell that is in the middle of a
// vfork then does not stop, with turnguard or without.
func TestCtrlZGivesTheShellBack(t *testing.T) {
	t.Parallel()
	s := shell(t, "tick same.tick & await same.tick; echo ready; wait; read line; echo got $line; exit 7")
	s.typed("turnguard -- agent")
	s.WaitFor("ready")
	s.Send("\x1a")
	s.suspended()
	before := s.ticks()
	s.typed("echo the shell is $((20 + 22))")
	s.WaitFor("the shell is 42")
	if after := s.ticks(); !maps.Equal(before, after) {
		t.Errorf("ticks went from %v to %v", before, after)
	}
	s.typed("bg")
	s.ticking("same")
	s.Send("fg\r")
	s.WaitFor("fg\nturnguard -- agent")
	for _, p := range s.processes() {
		if p.argv[0] == "tick" {
			s.kill(p.pid, unix.SIGKILL)
		}
	}
	s.Send("more\r")
	s.WaitFor("got more")
	s.leaves(7)
}

// 23 agent-ctrl-z, of an agent that leaves its TUI first, as pi does
func TestCtrlZGivesTheShellBackFromATUI(t *testing.T) {
	t.Parallel()
	s := shell(t, tui+`
		dd bs=1 count=1 >key 2>/dev/null
		printf '\033[?25h\033[?1006l\033[?1002l\033[?1000l\033[<u\033[?1049l\033[<u\033[?1004l\033[?2004l'
		stty sane
		kill -TSTP 0
	`+tui+`printf 'redrawn\r\n'
		dd bs=1 count=1 >key2 2>/dev/null
		exit 7`)
	s.typed("turnguard -- agent")
	s.WaitFor("TUI")
	s.Send("\x1a")
	s.suspended()
	s.eventually("the TUI's modes are off", func() bool {
		on := modes(s.Written())
		return len(on) == 0 || len(on) == 1 && on[0] == "2004" // which is the shell's own
	})
	s.typed("fg")
	s.WaitFor("redrawn")
	s.eventually("the TUI's modes are on", func() bool { return len(modes(s.Written())) == len(tuiModes) })
	s.Send("q")
	s.leaves(7)
}

// 42 ctrl-z-while-asking
func TestCtrlZAtTheQuestionGivesTheShellBackAndFgAsksAgain(t *testing.T) {
	t.Parallel()
	s := shell(t, everyKind+twoTurns+"touch went-on; sleep 60")
	s.typed("turnguard -n 1 -- agent")
	s.asked()
	s.frozen()
	before := s.ticks()
	s.SendUntilShown("\x1a", "Stopped")
	s.typed("\x15fg")
	s.eventually("it asks again", func() bool { return strings.Count(s.Written(), question) > 1 })
	s.no()
	s.leaves(124)
	if after := s.ticks(); !maps.Equal(before, after) || s.exists("went-on") {
		t.Errorf("ticks went from %v to %v; the agent went on: %v", before, after, s.exists("went-on"))
	}
}

// 49 background job
func TestAJobInTheBackgroundWaitsWithItsQuestionForFg(t *testing.T) {
	t.Parallel()
	s := shell(t, everyKind+"await go;"+twoTurns+"touch went-on; sleep 60")
	s.typed("turnguard -n 1 -- agent &")
	s.ticking("same")
	s.typed("echo the shell is $((20 + 22))")
	s.WaitFor("the shell is 42")
	s.touch("go")
	s.held()
	s.frozen()
	before := s.ticks()
	s.Send("echo it is $((30 + 33))\r") // the prompt stands above what turnguard has said
	s.WaitFor("it is 63")
	s.SendUntilShown("\r", "Stopped") // a shell that does not know yet would not continue the job
	s.typed("fg")
	s.asked()
	s.no()
	s.leaves(124)
	if after := s.ticks(); !maps.Equal(before, after) || s.exists("went-on") {
		t.Errorf("ticks went from %v to %v; the agent went on: %v", before, after, s.exists("went-on"))
	}
}
