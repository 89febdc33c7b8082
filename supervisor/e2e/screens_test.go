//go:build e2e

package e2e

import (
	"slices"
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// capped runs an agent in its own screen until it is held at its third tool call, of five.
// It heeds a message with these words in it.
func (w way) capped(t *testing.T, heeds string) (*tui, *modelserver.Server) {
	t.Helper()
	script := w.agent.calling(1, 3, 1)
	script.Final, script.Words, script.Heeds = lastWords, heeds, true
	server := modelserver.Start(t, script)
	h := newHome(t, w.agent, server)
	u := w.start(h, "--max-tool-calls", "2", "--wrap-up-message", words)
	u.WaitFor("You've used 2 tool calls. " + question)
	if n := h.ran(); n > 2+w.over {
		t.Errorf("%d calls ran before the question, want 2 at most", n)
	}
	return u, server
}

func TestEachScreenWrapsUp(t *testing.T) {
	for _, w := range ways {
		if !w.screen || !w.told {
			continue
		}
		t.Run(w.String(), func(t *testing.T) {
			u, server := w.capped(t, words)
			answer(u.Pane, "w", "> wrap up")
			u.WaitGone(question)
			u.Wait("the last answer", func() bool { return slices.Contains(carried(server), 1) })
			u.waitIdle()
			if status, n := u.leave(), u.home.ran(); status != 0 || n != 4 {
				t.Errorf("status %d after %d calls, want 0 after 4", status, n)
			}
			if got, want := u.home.result(), (result{Outcome: "wrapped_up", Turns: 3, Grants: 1}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestEachScreenAnswersAfterItsLimit(t *testing.T) {
	for _, w := range ways {
		if !w.screen {
			continue
		}
		t.Run(w.String(), func(t *testing.T) {
			u, _ := w.capped(t, w.agent.stopping().Words) // in what it is then asked
			answer(u.Pane, "s", "> salvage")
			u.WaitFor(lastWords)
			if status := u.WaitForPrompt(); status != 124 || !u.home.result().Salvaged {
				t.Errorf("status %d, %+v", status, u.home.result())
			}
		})
	}
}
