//go:build e2e

package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

func TestPiTakesALimitInItsOwnTerminal(t *testing.T) {
	for _, a := range agents[:2] {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(3)
			script.Steps[2].Delay = time.Second // to be seen
			server := modelserver.Start(t, script)
			u := newHome(t, a, server).tui()
			for _, try := range []struct{ line, says, title string }{
				{"/turn-limit abc", "Error: Invalid turn limit. Must be a positive integer.", "Turns: 0/25"},
				{"/turn-limit", "Error: Invalid turn limit. Must be a positive integer.", "Turns: 0/25"},
				{"/turn-limit 10", "Turn limit set to 10.", "Turns: 0/10"},
				{"/turn-limit unlimited", "Turn limit set to unlimited.", "Turns: 0/∞"},
				{"/turn-limit 2", "Turn limit set to 2.", "Turns: 0/2"},
			} {
				u.send(try.line)
				u.WaitFor(try.says)
				u.WaitForTitle(try.title)
			}
			u.prompt("count to three")
			u.WaitFor("You've used 2 turns. " + question)
			answer(u.Pane, "y", "> yes")
			u.WaitFor(" Turns: 1/2")
			u.WaitForTitle("Turns: 1/2")
			u.waitIdle()
			u.WaitGone(" Turns: ")

			// 0 asks before every turn, the first one of a prompt included.
			u.send("/turn-limit 0")
			u.WaitFor("Turn limit set to 0.")
			requests := len(server.Requests())
			u.send("again")
			u.WaitFor("You've used 0 turns. " + question)
			choose(u.Pane, "n", "> no")
			if got := len(server.Requests()); got != requests {
				t.Errorf("%d requests while it was asked", got-requests)
			}
			u.Key("Enter")
			if status := u.WaitForPrompt(); status != 124 {
				t.Errorf("status %d, want 124", status)
			}
			if got := len(server.Requests()); got != requests {
				t.Errorf("%d requests after a no", got-requests)
			}
		})
	}
}

func TestTheLimitChangesFromAnotherTerminal(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(5)
			script.Steps[1].Delay, script.Steps[2].Delay = time.Second, time.Second // to be seen
			server := modelserver.Start(t, script)
			h := newHome(t, a, server)
			u := h.tui()
			u.prompt("count to five")
			u.WaitForTitle("Turns: 2/25")

			h.says("limit set to 2: 2 turns used", "limit", "2")
			u.WaitFor("You've used 2 turns. " + question) // at once, and not at the next turn
			u.WaitForTitle("Turns: 2/2")
			requests := len(server.Requests()) // the second may not have been sent yet
			h.says("2/2    asking  ok ", "status")

			h.says("limit set to 4: 2 turns used", "limit", "4") // the answer, too
			if a.command == "pi" {
				u.WaitFor(" Turns: 3/4")
			}
			u.WaitForTitle("Turns: 4/4")
			u.WaitFor("You've used 4 turns. " + question)
			if got := len(server.Requests()); got != 4 || requests > 2 {
				t.Errorf("%d requests at the first question and %d at the second, want at most 2, and 4", requests, got)
			}
			h.says("limit set to unlimited: 5 turns used", "limit", "unlimited")
			u.WaitForTitle("Turns: 6/∞")
			u.waitIdle()
			h.says("limit set to 3: 0 turns used", "limit", "3") // and nothing is asked while it is idle
			u.WaitForTitle("Turns: 0/3")
			if status := u.leave(); status != 0 {
				t.Errorf("status %d", status)
			}
		})
	}
}

func TestTheAgentCannotRaiseItsLimit(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			server := modelserver.Start(t, modelserver.Script{Steps: []modelserver.Step{
				{Calls: []modelserver.Call{a.run("turnguard limit 50 >raised 2>&1; echo $? >>raised")}},
				{Calls: []modelserver.Call{a.run("setsid turnguard limit unlimited >>raised 2>&1; echo $? >>raised")}},
				{Calls: []modelserver.Call{a.run("turnguard limit 4 >lowered 2>&1")}},
				{Calls: []modelserver.Call{a.run("true")}},
				{Calls: []modelserver.Call{a.run("true")}},
			}})
			h := newHome(t, a, server)
			u := h.tui("--max-turns", "6")
			u.prompt("raise it")
			u.WaitForTitle("turnguard: refused: the agent tried to raise its limit")
			u.WaitFor("You've used 4 turns. " + question)
			u.WaitFor("refused: the agent tried to raise its limit from 6 to 50")
			answer(u.Pane, "n", "> no")
			u.WaitForPrompt()
			if !strings.Contains(u.History(), "turnguard: refused: the agent tried to raise its limit from 6 to unlimited") {
				t.Errorf("the refusal is not told at the end:\n%s", u.History())
			}
			const refusal = "turnguard: the agent may lower its limit of 6 and not raise it\n125\n"
			if got := string(read(h.dir, "project", "raised")); got != refusal+refusal {
				t.Errorf("the agent was told %q", got)
			}
			if got, want := string(read(h.dir, "project", "lowered")), "limit set to 4: 3 turns used\n"; got != want {
				t.Errorf("the agent was told %q, want %q", got, want)
			}
			if got := len(server.Requests()); got != 4 {
				t.Errorf("%d requests, want 4", got)
			}
		})
	}
}

// says runs a verb of turnguard in another terminal, and fails unless it says what is wanted.
func (h *home) says(want string, verb ...string) {
	h.t.Helper()
	if got := run(h.t, h.command(append([]string{"turnguard"}, verb...)...)); !strings.Contains(got.stdout, want) {
		h.t.Errorf("%q said %+v, want %q", verb, got, want)
	}
}
