//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
	"github.com/turnguard/turnguard/supervisor/e2e/tmux"
)

// This test leaves turnguard out: it shows that the TUIs are what the others take them for.
func TestATUIAnswersPrompts(t *testing.T) {
	for _, a := range agents {
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
	for _, prompt := range []string{"count to two", "count again"} {
		u.prompt(prompt)
		u.waitIdle()
		if screen := u.Screen(); !strings.Contains(screen, "Done.") {
			t.Errorf("no answer to %q:\n%s", prompt, screen)
		}
	}
	if all, answered := len(server.Requests()), len(server.Answered()); all != 6 || answered != 6 {
		t.Errorf("%d requests, %d answered, want 6 and 6", all, answered)
	}
	if status := u.leave(); status != 0 {
		t.Errorf("status %d; screen:\n%s", status, u.Screen())
	}
}
