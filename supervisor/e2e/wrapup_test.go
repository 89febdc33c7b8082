//go:build e2e

package e2e

import (
	"slices"
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// words are what the agents are told two turns before a limit of five.
const words = "WRAP-UP-NOW" // one word, since it is typed as well

var withGrace = []string{"--max-turns", "5", "--grace", "2", "--wrap-up-message", words}

// carried returns how often each request to the model carries the words.
func carried(server *modelserver.Server) (counts []int) {
	for _, request := range server.Main() {
		counts = append(counts, request.Words)
	}
	return counts
}

func TestAnAgentThatHeedsTheWrapUpMessageEndsByItself(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(8)
			script.Words, script.Heeds = words, true
			server := modelserver.Start(t, script)
			h := newHome(t, a, server)
			got := run(t, h.guarded("count", withGrace...))
			if got.status != 0 || got.stderr != "turnguard: the agent wrapped up after 4 turns\n" {
				t.Errorf("status %d, stderr %q", got.status, got.stderr)
			}
			if got, want := carried(server), []int{0, 0, 0, 1}; !slices.Equal(got, want) {
				t.Errorf("the requests carry the message %v times, want %v", got, want)
			}
			if got, want := h.result(), (result{Outcome: "wrapped_up", Turns: 4}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestAnAgentThatIgnoresTheWrapUpMessageIsStoppedAtTheLimit(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(8)
			script.Words = words
			server := modelserver.Start(t, script)
			h := newHome(t, a, server)
			if got := run(t, h.guarded("count", withGrace...)); got.status != 124 {
				t.Errorf("status %d, want 124: %s", got.status, got.stderr)
			}
			if got, want := carried(server), []int{0, 0, 0, 1, 1}; !slices.Equal(got, want) {
				t.Errorf("the requests carry the message %v times, want %v", got, want)
			}
			if got, want := h.result(), (result{Outcome: "limit", Reason: "no_terminal", Turns: 5}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestAYesArmsTheWrapUpMessageAgainInATUI(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(6)
			script.Words = words
			server := modelserver.Start(t, script)
			u := newHome(t, a, server).tui("--max-turns", "3", "--grace", "1", "--wrap-up-message", words)
			u.prompt("count to six")
			u.WaitFor("You've used 3 turns. " + question)
			answer(u.Pane, "y", "> yes")
			u.WaitGone(question)
			u.WaitFor("You've used 3 turns. " + question)
			if got, want := carried(server), []int{0, 0, 1, 1, 1, 2}; !slices.Equal(got, want) {
				t.Errorf("the requests carry the message %v times, want %v", got, want)
			}
		})
	}
}
