//go:build e2e

package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
	"github.com/turnguard/turnguard/supervisor/e2e/tmux"
)

// This test leaves turnguard out: it shows that the TUIs are what the others take them for.
func TestATUIAnswersPrompts(t *testing.T) {
	for _, a := range everyone {
		t.Run(a.String(), func(t *testing.T) {
			server := modelserver.Start(t, a.counting(2))
			u := newHome(t, a, server).bareTUI()
			usePrompts(t, u, server)
		})
	}
}

func TestATUIAnswersPromptsBehindTurnguard(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			server := modelserver.Start(t, a.counting(2))
			u := newHome(t, a, server).tui("--agent", "auto")
			u.WaitForTitle("Turns: ")
			usePrompts(t, u, server)
			if title := u.Title(); title != tmux.Title {
				t.Errorf("title %q at the end, want %q again", title, tmux.Title)
			}
		})
	}
}

// usePrompts has an agent, whose script is to count to two, do so twice, and leaves it.
func usePrompts(t *testing.T, u *tui, server *modelserver.Server) {
	t.Helper()
	for i, prompt := range []string{"count to two", "count again"} {
		u.prompt(prompt)
		u.Wait("end of "+prompt, func() bool { return len(server.Answered()) == 3*(i+1) })
		if screen := u.still(); !strings.Contains(screen, "Done.") {
			t.Errorf("no answer to %q:\n%s", prompt, screen)
		}
	}
	if all, answered := len(server.Main()), len(server.Answered()); all != 6 || answered != 6 {
		t.Errorf("%d requests, %d answered, want 6 and 6", all, answered)
	}
	if status := u.leave(); status != 0 {
		t.Errorf("status %d; screen:\n%s", status, u.Screen())
	}
}

// A prompt starts the count, and what the question tells of it, anew.
func TestAPromptStartsTheCountAnew(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			u := newHome(t, a, modelserver.Start(t, a.counting(2))).tui("--max-turns", "2")
			for _, prompt := range []string{"count to two", "count again"} {
				u.prompt(prompt)
				u.WaitFor("You've used 2 turns. " + question)
				u.WaitFor("tools    2 " + a.shell)
				answer(u.Pane, "y", "> yes")
				u.WaitGone(question)
				u.waitIdle()
			}
			if status := u.leave(); status != 0 {
				t.Errorf("status %d", status)
			}
			if got, want := u.home.result(), (result{Outcome: "finished", Turns: 6, Grants: 2}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestALineTypedWhileTheAgentWorksIsNoPrompt(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(4)
			script.Steps[1].Delay = time.Second // for the line
			server := modelserver.Start(t, script)
			u := newHome(t, a, server).tui("--max-turns", "2")
			u.prompt("count to four")
			u.WaitForTitle("Turns: 2/2")
			u.send("faster")
			u.WaitFor("You've used 2 turns. " + question)
			if got := len(server.Requests()); got != 2 {
				t.Errorf("%d requests, want 2", got)
			}
		})
	}
}
