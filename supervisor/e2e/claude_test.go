//go:build e2e

package e2e

import (
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

func TestSubAgentsOfClaudeAreCountedApart(t *testing.T) {
	tests := []struct {
		name       string
		background bool
		flags      []string
		status     int
	}{
		{"in the foreground", false, nil, 0},
		{"in the background", true, nil, 0},
		{"counted in", false, []string{"--count-subagents"}, 124},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := claude()
			delegate := modelserver.Call{Tool: "Agent", Arguments: map[string]any{
				"description": "look", "prompt": "look around", "run_in_background": test.background,
			}}
			server := modelserver.Start(t, modelserver.Script{
				Steps:    []modelserver.Step{{Calls: []modelserver.Call{delegate}}},
				SubAgent: a.counting(5).Steps,
			})
			h := newHome(t, a, server)
			got := run(t, h.guarded("delegate", append(test.flags, "--max-turns", "4")...))
			if got.status != test.status {
				t.Errorf("status %d, want %d: %s", got.status, test.status, got.stderr)
			}
			if r := h.result(); test.status == 0 && (r.Turns != len(server.Answered()) || r.SubagentTurns < 5) {
				t.Errorf("got %+v after %d turns of the agent itself", r, len(server.Answered()))
			}
		})
	}
}
