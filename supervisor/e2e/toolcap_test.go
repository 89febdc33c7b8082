//go:build e2e

package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// calling is a script whose responses ask for so many tool calls each. Each call that runs leaves a line in the file ran.
func (a agent) calling(numbers ...int) modelserver.Script {
	var script modelserver.Script
	n := 0
	for _, calls := range numbers {
		var step modelserver.Step
		for range calls {
			n++
			step.Calls = append(step.Calls, a.run(fmt.Sprintf("sleep 0.3; echo %d >>../ran", n)))
		}
		script.Steps = append(script.Steps, step)
	}
	return script
}

// ran returns how many of these calls ran to their end.
func (h *home) ran() int {
	return strings.Count(string(read(filepath.Join(h.dir, "ran"))), "\n")
}

func TestExactlyAsManyToolCallsRunAsWereGranted(t *testing.T) {
	tests := []struct {
		name     string
		calls    []int
		requests int
	}{
		{"one after the other", []int{1, 1, 1, 1, 1}, 5},
		{"three at once cross the limit", []int{1, 1, 3, 3}, 3},
		{"one response has them all", []int{9}, 1},
		{"the limit lies between two responses", []int{2, 2, 2}, 3},
	}
	for _, a := range agents {
		for _, tt := range tests {
			t.Run(a.String()+"/"+tt.name, func(t *testing.T) {
				server := modelserver.Start(t, a.calling(tt.calls...))
				h := newHome(t, a, server)
				got := run(t, h.guarded("call", "--max-tool-calls", "4"))
				const stopped = "turnguard: stopped at the tool call limit after 4 calls (no terminal to ask on); resume with: "
				if got.status != 124 || !strings.HasPrefix(got.stderr, stopped) {
					t.Errorf("status %d, stderr %q", got.status, got.stderr)
				}
				if n := h.ran(); n != 4 {
					t.Errorf("%d calls ran, want 4", n)
				}
				if n := len(server.Main()); n != tt.requests {
					t.Errorf("%d requests, want %d", n, tt.requests)
				}
			})
		}
	}
}

func TestTheCallBeyondTheGrantIsTheFirstOfTheNextInATUI(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			server := modelserver.Start(t, a.calling(1, 3, 1))
			h := newHome(t, a, server)
			u := h.tui("--max-tool-calls", "2")
			u.prompt("call")
			u.WaitFor("You've used 2 tool calls. " + question)
			if n := h.ran(); n > 2 {
				t.Errorf("%d calls ran before the question, want 2 at most", n)
			}
			answer(u.Pane, "y", "> yes, 2 more tool calls")
			u.WaitGone(question)
			u.WaitFor("You've used 2 tool calls. " + question)
			if n := h.ran(); n != 4 {
				t.Errorf("%d calls ran, want 4", n)
			}
			answer(u.Pane, "n", "> no")
			if status := u.WaitForPrompt(); status != 124 || h.ran() != 4 {
				t.Errorf("status %d after %d calls, want 124 after 4", status, h.ran())
			}
		})
	}
}
