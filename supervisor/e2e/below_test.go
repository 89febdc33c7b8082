//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// These tests are of agents that are well below their limit.

func TestAnAgentBelowItsLimitIsLeftInPeace(t *testing.T) {
	for _, a := range others {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(2)
			script.Final = "Finished."
			server := modelserver.Start(t, script)
			got := run(t, newHome(t, a, server).guarded("count"))
			if got.status != 0 || !strings.Contains(got.stdout, "Finished.") {
				t.Errorf("%+v", got)
			}
			expectRequests(t, server, 3)
		})
	}
}

func TestAnAgentBelowItsLimitKeepsItsStatus(t *testing.T) {
	for _, a := range others {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(1)
			script.Steps[0].Fail = []modelserver.Failure{{Status: 400}, {Status: 400}}
			h := newHome(t, a, modelserver.Start(t, script))
			want := run(t, h.bare("count")).status
			got := run(t, h.guarded("count")).status
			if got != want || want == 0 {
				t.Errorf("status %d, and %d by itself", got, want)
			}
		})
	}
}

func TestATUIBelowItsLimitAnswersPrompts(t *testing.T) {
	for _, a := range others {
		t.Run(a.String(), func(t *testing.T) {
			server := modelserver.Start(t, a.counting(2))
			usePrompts(t, newHome(t, a, server).tui("--max-turns", "9"), server)
		})
	}
}
