//go:build linux

package faults

import (
	"os/exec"
	"strings"
	"testing"
)

// 64 lower-under-count
func TestALimitBelowTheCountAsksAtOnce(t *testing.T) {
	t.Parallel()
	s := play(t, "-n 9", "emit agent_start; for i in 1 2 3; do emit turn_start; done; tick session tool.tick & await tool.tick; sleep 60")
	s.WaitForTitle("Turns: 3/9")
	if got := s.aside("turnguard", "limit", "2"); got != "limit set to 2: 3 turns used\n" {
		t.Errorf("limit says %q", got)
	}
	s.WaitFor("You've used 3 turns. " + question)
	s.frozen()
	s.no()
	s.ends(124)
}

// 66 late-events
func TestTurnsThatWereWrittenBeforeTheStopCountInTheNextGrant(t *testing.T) {
	t.Parallel()
	line := `{"type":"turn_start"}\n`
	s := prepare(t, "printf '"+strings.Repeat(line, 5)+"'; await seen").run("turnguard -n 2 --result result -- agent")
	for i := range 2 {
		s.WaitFor("You've used 2 turns. " + question)
		s.yes()
		s.eventually("the answer", func() bool { return strings.Count(s.Screen(), "reached: yes, 2 more turns") == i+1 })
	}
	s.WaitForTitle("Turns: 1/2")
	s.touch("seen")
	s.ends(0)
	if got := s.read("result"); !strings.Contains(got, `"turns":5,`) || !strings.Contains(got, `"grants":2,`) {
		t.Errorf("result %s, want 5 turns and 2 grants", got)
	}
}

// 70 ctl-in-tree denied
func TestNoProcessOfTheTreeRaisesTheLimit(t *testing.T) {
	t.Parallel()
	for name, command := range map[string]string{
		"a shell":     "turnguard limit 50 >told 2>&1",
		"a daemon":    "( setsid turnguard limit 50 >told 2>&1 & ); await told",
		"a namespace": "unshare -Urpf turnguard limit 50 >told 2>&1",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "a namespace" && exec.CommandContext(t.Context(), "unshare", "-Urpf", "true").Run() != nil {
				t.Skip("this system gives its users no namespaces")
			}
			s := prepare(t, "emit turn_start; "+command+"; exit 0").run("turnguard -n 5 --result result -- agent")
			s.ends(0)
			if got := s.read("told"); got != "turnguard: the agent may lower its limit of 5 and not raise it" {
				t.Errorf("the agent was told %q", got)
			}
			if got := s.read("result"); !strings.Contains(got, `"limit":5,`) {
				t.Errorf("result %s, want limit 5", got)
			}
		})
	}
}
