//go:build e2e

package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
	"github.com/turnguard/turnguard/supervisor/e2e/tmux"
)

// TestAQuestionLeavesATUIAsItWas pauses an agent that is idle, so that its screen stands still, and one that is at its
// limit, with half a prompt typed.
func TestAQuestionLeavesATUIAsItWas(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(2)
			script.Steps[1].Delay = time.Second // for the draft
			server := modelserver.Start(t, script)
			u := newHome(t, a, server).tui("--max-turns", "2")
			u.prompt("count to two")
			u.compose("half a prompt")
			u.WaitFor("You've used 2 turns. " + question)
			u.WaitForModes(tmux.Modes{AlternateScreen: true, HiddenCursor: true, Paste: true}) // so that no paste answers
			if title := u.Title(); !strings.HasPrefix(title, "Turns: 2/2 · ") {
				t.Errorf("title %q", title)
			}
			answer(u.Pane, "y", "> yes")
			u.waitIdle()
			u.Wait("answer", func() bool { return strings.Contains(u.Screen(), "Done.") })
			if got := u.draft(); got != "half a prompt" {
				t.Errorf("the draft is %q", got)
			}
			before, modes := u.still(), u.Modes()

			u.Key(`C-\`)
			u.WaitFor(`Menu (Ctrl-\)`)
			u.Resize(90, 24)
			u.Resize(100, 30)
			answer(u.Pane, "y", "> yes")
			u.WaitGone("Menu (")
			u.WaitForModes(modes)
			u.Wait("screen as it was:\n"+before+"\n", func() bool { return u.Screen() == before })

			u.Key(`C-\`)
			u.WaitFor("Menu (")
			answer(u.Pane, "n", "> no")
			if status := u.WaitForPrompt(); status != 124 {
				t.Errorf("status %d, want 124", status)
			}
			u.WaitForModes(tmux.Modes{})
			if stty := u.Stty(); stty != u.stty {
				t.Errorf("the terminal was\n%sand is\n%s", u.stty, stty)
			}
			if title := u.Title(); title != tmux.Title {
				t.Errorf("title %q at the end, want %q again", title, tmux.Title)
			}
			if got, want := u.home.result(), (result{Outcome: "limit", Reason: "stopped", Turns: 3, Grants: 1}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

// still returns the screen once it changes no more.
func (u *tui) still() (screen string) {
	u.home.t.Helper()
	var since time.Time
	u.Wait("screen that stands still", func() bool {
		if now := u.Screen(); now != screen {
			screen, since = now, time.Now()
		}
		return time.Since(since) > time.Second
	})
	return screen
}

// answer selects an answer of the question and gives it.
func answer(pane *tmux.Pane, key, selected string) {
	choose(pane, key, selected)
	pane.Key("Enter")
}
