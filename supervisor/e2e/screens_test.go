//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strings"
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

// Where Qwen Code loads no hooks its screen is counted by the stream that it writes to a file beside it.
func TestTheScreenOfQwenIsCountedWithoutItsHooks(t *testing.T) {
	a := qwen()
	files := a.files
	a.files = func(home, url string) map[string]string {
		f := files(home, url)
		for name, content := range f {
			f[name] = strings.Replace(content, "{", `{"disableAllHooks":true,`, 1)
		}
		return f
	}
	script := a.counting(6)
	for i := range script.Steps {
		script.Steps[i].Calls = []modelserver.Call{a.run(fmt.Sprintf("sleep 0.3; echo tool %d", i+1))}
	}
	server := modelserver.Start(t, script)
	u := newHome(t, a, server).tui("--max-turns", "3")
	u.send("count")
	u.WaitFor("You've used 3 turns. " + question)
	answer(u.Pane, "n", "> no")
	if status := u.WaitForPrompt(); status != 124 {
		t.Errorf("status %d", status)
	}
	if got := u.home.counted(); got != "stream degraded" || len(server.Main()) > 4 {
		t.Errorf("%d requests, counted by %s", len(server.Main()), got)
	}
}
