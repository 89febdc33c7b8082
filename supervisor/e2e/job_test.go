//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
	"github.com/turnguard/turnguard/supervisor/e2e/tmux"
)

// suspended is the status of a job that Ctrl-Z has stopped, as dash has it.
const suspended = 128 + 20

func TestCtrlZGivesTheShellBackAndFgBringsTheTUIBack(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			server := modelserver.Start(t, a.counting(2))
			u := newHome(t, a, server).tui("--max-turns", "2")
			u.compose("half a prompt")
			modes := u.Modes()
			u.suspend()
			u.Run("fg")
			u.Wait("draft", func() bool { return u.draft() == "half a prompt" })
			u.WaitForModes(modes)
			u.WaitForTitle("Turns: ")

			u.Key("C-u")
			u.Wait("empty editor", func() bool { return !strings.Contains(u.draft(), "half") })
			u.prompt("count to two")
			u.WaitFor("You've used 2 turns. " + question)
			u.suspend() // and the question with it
			expectRequests(t, server, 2)
			u.Run("fg")
			u.WaitFor("You've used 2 turns. " + question)
			answer(u.Pane, "y", "> yes")
			u.WaitFor("Done.")
			u.waitIdle()
			if status := u.leave(); status != 0 {
				t.Errorf("status %d", status)
			}
			if got, want := u.home.result(), (result{Outcome: "finished", Turns: 3, Grants: 1}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

// suspend types Ctrl-Z and expects the shell, on a terminal as it was.
func (u *tui) suspend() {
	u.home.t.Helper()
	u.Key("C-z")
	if status := u.WaitForPrompt(); status != suspended {
		u.home.t.Errorf("status %d, want %d", status, suspended)
	}
	u.WaitForModes(tmux.Modes{})
	if stty := u.Stty(); stty != u.stty {
		u.home.t.Errorf("the terminal was\n%sand is\n%s", u.stty, stty)
	}
	if title := u.Title(); title != tmux.Title {
		u.home.t.Errorf("title %q, want %q", title, tmux.Title)
	}
}

func TestARunningToolIsFrozenWithItsAgent(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(2)
			script.Steps[1].Calls[0] = a.run("for i in $(seq 1200); do echo $i >>ticks; sleep 0.05; done")
			u := newHome(t, a, modelserver.Start(t, script)).tui()
			ticks := filepath.Join(u.home.dir, "project", "ticks")
			size := func() int64 {
				info, err := os.Stat(ticks)
				if err != nil {
					return 0
				}
				return info.Size()
			}
			grows := func() {
				t.Helper()
				before := size()
				u.Wait("tool that goes on", func() bool { return size() > before })
			}
			u.prompt("count to two")
			grows()
			u.Key(`C-\`)
			u.WaitFor("Menu (")
			before := size()
			time.Sleep(time.Second) // twenty ticks
			if after := size(); after != before {
				t.Errorf("the tool has written %d bytes behind the question", after-before)
			}
			answer(u.Pane, "y", "> yes")
			u.WaitGone("Menu (")
			grows()
			u.Key(`C-\`)
			u.WaitFor("Menu (")
			answer(u.Pane, "n", "> no")
			if status := u.WaitForPrompt(); status != 124 {
				t.Errorf("status %d, want 124", status)
			}
			before = size()
			time.Sleep(time.Second)
			if after := size(); after != before {
				t.Errorf("the tool has written %d bytes after the end", after-before)
			}
		})
	}
}
