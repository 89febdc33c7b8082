//go:build e2e

package e2e

import (
	"slices"
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// In its own screen an agent is held at its tool calls, too, and told to wrap up; or stopped, and has to answer.
func TestEachScreenWrapsUpOrAnswers(t *testing.T) {
	for _, w := range ways {
		if !w.screen {
			continue
		}
		t.Run(w.String(), func(t *testing.T) {
			script := w.agent.calling(1, 3, 1)
			script.Final, script.Words, script.Heeds = lastWords, words, true
			if !w.told {
				script.Words = w.agent.stopping().Words
			}
			server := modelserver.Start(t, script)
			h := newHome(t, w.agent, server)
			u := w.start(h, "--max-tool-calls", "2", "--wrap-up-message", words)
			u.WaitFor("You've used 2 tool calls. " + question)
			if n := h.ran(); n > 2+w.over {
				t.Errorf("%d calls ran before the question, want 2 at most", n)
			}
			if !w.told {
				answer(u.Pane, "s", "> salvage")
				u.WaitFor(lastWords)
				if status := u.WaitForPrompt(); status != 124 {
					t.Errorf("status %d", status)
				}
				return
			}
			answer(u.Pane, "w", "> wrap up")
			u.WaitGone(question)
			u.Wait("the last answer", func() bool { return slices.Contains(carried(server), 1) })
			u.waitIdle()
			if status := u.leave(); status != 0 || h.ran() != 4 {
				t.Errorf("status %d after %d calls, want 0 after 4", status, h.ran())
			}
			if got, want := h.result(), (result{Outcome: "wrapped_up", Turns: 3, Grants: 1}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}
