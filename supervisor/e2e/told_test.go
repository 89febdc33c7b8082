//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// Without a hook a two-way agent is told on its standard input, between two lines of the program that drives it.
func TestATwoWayAgentIsToldOnItsInput(t *testing.T) {
	for _, a := range twoWay {
		t.Run(a.agent.String(), func(t *testing.T) {
			script := a.agent.counting(8)
			script.Words, script.Heeds = words, true
			for i := range script.Steps { // what is sent while a tool runs is in the next request
				script.Steps[i].Calls = []modelserver.Call{a.agent.run("sleep 0.5")}
			}
			server := modelserver.Start(t, script)
			h := newHome(t, a.agent, server)
			d := a.drive(h, append(withGrace, "--no-hook")...)
			fmt.Fprintf(d.stdin, a.send+"\n", 1)
			d.readTo(a.over)
			d.end()
			if got, want := carried(server), []int{0, 0, 0, 1}; !slices.Equal(got, want) {
				t.Errorf("the requests carry the message %v times, want %v", got, want)
			}
			if got, want := h.result(), (result{Outcome: "wrapped_up", Turns: 4}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

// Where nothing better is to be had, pi is told in its editor; not while its user has a draft there.
func TestPiIsToldInItsEditor(t *testing.T) {
	for _, a := range agents[:2] {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(8)
			script.Words, script.Heeds = words, true
			for i := range script.Steps {
				script.Steps[i].Calls = []modelserver.Call{a.run("sleep 1")}
			}
			server := modelserver.Start(t, script)
			u := newHome(t, a, server).tui(append(withGrace, "--no-hook")...)
			u.prompt("count to eight")
			u.waitIdle()
			if got, want := carried(server), []int{0, 0, 0, 1}; !slices.Equal(got, want) {
				t.Errorf("the requests carry the message %v times, want %v", got, want)
			}
			if status := u.leave(); status != 0 {
				t.Errorf("status %d", status)
			}
			if got, want := u.home.result(), (result{Outcome: "wrapped_up", Turns: 4}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestADraftIsNotMixedWithTheMessage(t *testing.T) {
	a := agents[1]
	script := a.counting(8)
	script.Words = words
	for i := range script.Steps {
		script.Steps[i].Calls = []modelserver.Call{a.run("sleep 0.7")}
	}
	script.Steps[0].Delay = time.Second // for the draft
	server := modelserver.Start(t, script)
	u := newHome(t, a, server).tui(append(withGrace, "--no-hook")...)
	u.prompt("count to eight")
	u.compose("and then")
	u.WaitFor("You've used 5 turns. " + question)
	if got, want := carried(server), []int{0, 0, 0, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("the requests carry the message %v times, want %v", got, want)
	}
	answer(u.Pane, "y", "> yes")
	u.WaitGone(question)
	u.Wait("draft as it was", func() bool { return u.draft() == "and then" })
}

func TestTheMessageIsBroughtForwardWhileTheAgentRuns(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(8)
			script.Words, script.Heeds = words, true
			script.Steps[1].Calls = []modelserver.Call{a.run("turnguard grace 5 >../said; turnguard grace 0 >>../said 2>&1")}
			server := modelserver.Start(t, script)
			h := newHome(t, a, server)
			run(t, h.guarded("count", "--max-turns", "8", "--grace", "1", "--wrap-up-message", words))
			if got, want := carried(server), []int{0, 0, 0, 1}; !slices.Equal(got, want) {
				t.Errorf("the requests carry the message %v times, want %v", got, want)
			}
			const said = "grace set to 5: the agent is told to wrap up in turn 3 of 8, 2 used\n" +
				"turnguard: the agent may raise its grace of 5 and not lower it\n"
			if got := string(read(h.dir, "said")); got != said {
				t.Errorf("it says %q", got)
			}
		})
	}
}
