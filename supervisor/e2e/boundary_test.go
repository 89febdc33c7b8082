//go:build e2e

package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
	"github.com/turnguard/turnguard/supervisor/e2e/tmux"
)

var boundaries = flag.Int("boundaries", 3, "at how many boundaries each agent is held, in each mode")

// A mode is a way to use an agent in which it is held by its hook.
type mode struct {
	name string
	args func(a agent) string // after turnguard's flags; "" for the TUI
}

var modes = []mode{
	{"TUI", func(agent) string { return "" }},
	{"text", func(a agent) string { return a.command + " -p count" }},
	{"events", func(a agent) string { return a.command + " " + strings.Join(a.headless, " ") + " count" }},
}

// TestNotOneRequestPassesTheLimit asks at every turn, and looks at the model server while each question is open.
func TestNotOneRequestPassesTheLimit(t *testing.T) {
	for _, a := range agents {
		for _, m := range modes {
			t.Run(a.String()+" "+m.name, func(t *testing.T) {
				server := modelserver.Start(t, a.counting(*boundaries))
				h := newHome(t, a, server)
				pane := h.asked(m, "--max-turns", "1", "--events", "events.jsonl")
				for n := 1; n <= *boundaries; n++ {
					pane.Wait(fmt.Sprintf("question %d", n), func() bool { return h.noted("limit_reached") == n })
					pane.WaitFor(question)
					choose(pane, "y", "> yes")
					if got := len(server.Requests()); got != n {
						t.Fatalf("%d requests at question %d", got, n)
					}
					pane.Key("Enter")
				}
				pane.Wait("end of the run", func() bool { return h.noted("end") > 0 })
				if got := len(server.Requests()); got != *boundaries+1 {
					t.Errorf("%d requests in all, want %d", got, *boundaries+1)
				}
			})
		}
	}
}

func TestANoSendsNothingMore(t *testing.T) {
	for _, a := range agents {
		for _, m := range modes {
			t.Run(a.String()+" "+m.name, func(t *testing.T) {
				server := modelserver.Start(t, a.counting(5))
				h := newHome(t, a, server)
				pane := h.asked(m, "--max-turns", "2", "--events", "events.jsonl")
				pane.WaitFor(question)
				answer(pane, "n", "> no")
				if status := pane.WaitForPrompt(); status != 124 {
					t.Errorf("status %d, want 124", status)
				}
				if got := len(server.Requests()); got != 2 {
					t.Errorf("%d requests, want 2", got)
				}
				if bytes.Contains(read(h.dir, "project", "events.jsonl"), []byte(`"exit_status":137`)) {
					t.Error("the agent was killed, and not let end itself")
				}
				if got, want := h.result(), (result{Outcome: "limit", Reason: "declined", Turns: 2}); got != want {
					t.Errorf("got %+v, want %+v", got, want)
				}
				pane.WaitForModes(tmux.Modes{})
			})
		}
	}
}

// asked starts the agent behind turnguard in a terminal, with a prompt.
func (h *home) asked(m mode, flags ...string) *tmux.Pane {
	h.t.Helper()
	args := m.args(h.agent)
	if args == "" {
		u := h.tui(flags...)
		u.send("count")
		return u.Pane
	}
	pane := tmux.Start(h.t, filepath.Join(h.dir, "project"), h.env, 100, 30)
	pane.Run(fmt.Sprintf("turnguard --result %s %s -- %s", resultFile, strings.Join(flags, " "), args))
	return pane
}

// noted counts the events of a kind that turnguard has noted.
func (h *home) noted(event string) int {
	return bytes.Count(read(h.dir, "project", "events.jsonl"), []byte(`"event":"`+event+`"`))
}

// choose selects an answer of the question. A key that comes too early does not count, and neither does the next one if
// it follows soon.
func choose(pane *tmux.Pane, key, selected string) {
	var typed time.Time
	pane.Wait("answer "+selected, func() bool {
		if strings.Contains(pane.Screen(), selected) {
			return true
		}
		if time.Since(typed) > time.Second {
			pane.Type(key)
			typed = time.Now()
		}
		return false
	})
}
