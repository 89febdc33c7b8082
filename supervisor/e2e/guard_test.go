//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
	"github.com/turnguard/turnguard/supervisor/e2e/terminal"
)

const question = "Continue?"

func TestWithoutATerminalAnAgentIsStoppedAtTheLimit(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(8)
			script.Steps[0].Calls = append(script.Steps[0].Calls, a.run("setsid sleep 1000 >/dev/null 2>&1 &"))
			server := modelserver.Start(t, script)
			h := newHome(t, a, server)
			got := run(t, h.guarded("count", "--max-turns", "3"))
			if got.status != 124 || strings.Count(got.stderr, "\n") != 1 {
				t.Errorf("status %d, want 124 and one line: %q", got.status, got.stderr)
			}
			expectRequests(t, server, 3)
			if got, want := h.result(), (result{Outcome: "limit", Reason: "no_terminal", Turns: 3}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestLimitZeroStartsNothingWithoutATerminal(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			server := modelserver.Start(t, a.counting(1))
			got := run(t, newHome(t, a, server).guarded("count", "--max-turns", "0"))
			if got.status != 124 || got.stdout != "" || len(server.Requests()) != 0 {
				t.Errorf("%d requests and %+v, want none and status 124", len(server.Requests()), got)
			}
		})
	}
}

func TestAnAgentThatEndsOnItsLastTurnIsNotAsked(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			server := modelserver.Start(t, a.counting(2))
			h := newHome(t, a, server)
			term := terminal.Start(t, h.guarded("count", "--max-turns", "3"))
			if status := term.Wait(); status != 0 {
				t.Errorf("status %d; screen:\n%s", status, term.Screen())
			}
			if got, want := h.result(), (result{Outcome: "finished", Turns: 3}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestUnlimitedNeverAsks(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			server := modelserver.Start(t, a.counting(5))
			h := newHome(t, a, server)
			term := terminal.Start(t, h.guarded("count", "--max-turns", "unlimited"))
			term.WaitForTitle("/∞")
			if status := term.Wait(); status != 0 {
				t.Errorf("status %d; screen:\n%s", status, term.Screen())
			}
			if got, want := h.result(), (result{Outcome: "finished", Turns: 6}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestYesGrantsAsManyTurnsAgainAndNoEndsTheAgent(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(9)
			script.Steps[3].Delay = time.Second // so that the second question does not come too fast to be told from the first
			server := modelserver.Start(t, script)
			h := newHome(t, a, server)
			term := terminal.Start(t, h.guarded("count", "--max-turns", "2"))

			term.WaitFor("You've used 2 turns. " + question)
			expectRequests(t, server, 2)
			term.SendUntilGone("y\r", question)
			term.WaitFor("You've used 2 turns. " + question)
			expectRequests(t, server, 4)
			term.SendUntilGone("n\r", question)

			if status := term.Wait(); status != 124 {
				t.Errorf("status %d, want 124; screen:\n%s", status, term.Screen())
			}
			expectRequests(t, server, 4)
			if got, want := h.result(), (result{Outcome: "limit", Reason: "declined", Turns: 4, Grants: 1}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestAPipelineIsAskedOnTheTerminal(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			server := modelserver.Start(t, a.counting(3))
			command := newHome(t, a, server).guarded("count", "--max-turns", "2")
			var stdout bytes.Buffer
			command.Stdout = &stdout
			term := terminal.Start(t, command)
			term.WaitFor(question)
			term.SendUntilGone("y\r", question)
			if status := term.Wait(); status != 0 {
				t.Errorf("status %d; screen:\n%s", status, term.Screen())
			}
			for line := range strings.Lines(stdout.String()) {
				if !json.Valid([]byte(line)) {
					t.Errorf("not a line of the agent: %q", line)
				}
			}
			if n := len(server.Main()); n != 4 {
				t.Errorf("%d requests, want 4", n)
			}
		})
	}
}

func TestRetriesAreNoTurns(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(2)
			script.Steps[1].Fail = []modelserver.Failure{{Status: 500}, {Status: 529}}
			h := newHome(t, a, modelserver.Start(t, script))
			if got := run(t, h.guarded("count", "--max-turns", "3")); got.status != 0 {
				t.Errorf("status %d: %s", got.status, got.stderr)
			}
			if got, want := h.result(), (result{Outcome: "finished", Turns: 3}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

// expectRequests fails unless just so many requests have arrived as turns were granted.
func expectRequests(t *testing.T, server *modelserver.Server, turns int) {
	t.Helper()
	if n := len(server.Main()); n != turns {
		t.Errorf("%d requests arrived, want %d", n, turns)
	}
}
