package budget

import "testing"

// turnguard joins the limits of four older projects. These are their statements, in their words where possible.

func TestPiTurnLimit(t *testing.T) {
	tests := []struct {
		name, script string
		limit        Limit
	}{
		{
			"when turns hit 25 the question is shown, and yes shows 0/25",
			times(24, "turn more") + "turn shows:25/25 more? yes shows:0/25", 25,
		},
		{"boundary at turn 5 with a limit of 5", times(4, "turn more") + "turn more? used:5", 5},
		{"a limit of 1 asks after each turn", times(4, "turn more? yes"), 1},
		{"a limit of 0 asks every turn", "start? yes " + times(4, "turn more? yes"), 0},
		{"the user can approve again and again", times(50, "turn turn more? yes") + "grants:50 turns:100", 2},
		{"no aborts, and an aborted session is over", "turn more? no aborted:true yes? typed prompt? turn?", 1},
		{"no user interface aborts at the same point", "turn more turn more? no aborted:true used:2", 2},
		{"each new user prompt resets the count", times(3, "typed prompt turn more turn more turn end used:3"), 3},
		{"unlimited never asks but counts", "turn more limit=unlimited " + times(11, "turn more") + "shows:12/∞", 25},
		{"re-enabled with 25 the counter resets", times(7, "turn more") + "shows:7/∞ limit=25 shows:0/25", Unlimited},
		{"a limit of 10 set during a session shows 0/10 on a new prompt", "limit=10 typed prompt shows:0/10", 25},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { script(tt.script).play(t, limited(tt.limit)) })
	}
}

func TestPikuriStepLimit(t *testing.T) {
	tests := []struct {
		name, script string
		max          Limit
	}{
		{"max must be positive: with 0 no call runs unasked", "turn call? tools:0 yes tools:1 call?", 0},
		{"max calls run", "turn call call call used:1 calls:3 about:nothing", 3},
		{"trips at max + 1", "turn call call call call? about:calls calls:3 tools:3", 3},
		{"one response with several calls trips in the middle", "turn more call call call? call? calls:2", 2},
		{"calls of sub-agents are included", "turn call sub-call sub-call? about:calls", 2},
		{"the start of each user turn resets", times(3, "typed prompt turn call call calls:2"), 2},
		{"a message injected during the run does not reset", "prompt turn call prompt call call? calls:2 tools:2", 2},
		{"the refused call is the first of the next budget", "turn call call? yes calls:1 call?", 1},
		{"the cap goes by calls and not by turns", times(40, "turn more") + "about:nothing call call? about:calls", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { script(tt.script).play(t, capped(tt.max)) })
	}
}

func TestClarkGracefulTurnLimit(t *testing.T) {
	tests := []struct {
		name   string
		limit  Limit
		grace  int
		script string
	}{
		{"no plugin for grace 0", 5, 0, times(4, "turn more") + "turn more?"},
		{"no plugin for a negative grace", 5, -1, times(4, "turn more") + "turn more?"},
		{"no plugin for a grace that is the cap", 5, 5, times(4, "turn more") + "turn more?"},
		{"no plugin for a grace beyond the cap", 5, 9, times(4, "turn more") + "turn more?"},
		{"no plugin without a cap", Unlimited, 5, times(100, "turn more")},
		{"no plugin for a cap of 1", 1, 1, "turn more?"},
		{"soft limit at 45 of 50 with grace 5, silent before the threshold", 50, 5, times(44, "turn more") + "turn more!"},
		{"one shot", 50, 5, times(44, "turn more") + "turn more! more " + times(4, "turn more") + "turn more?"},
		{"an agent that ends at the threshold is told nothing", 50, 5, times(44, "turn more") + "turn end"},
		{"the smallest grace", 5, 1, times(3, "turn more") + "turn more! turn more?"},
		{"the widest grace", 5, 4, "turn more! " + times(3, "turn more") + "turn more?"},
		{"a sub-agent is not told", 5, 1, times(3, "turn more") + "turn sub-turn sub-more sub-call more!"},
		{"a grant arms it again", 3, 1, times(4, "turn more turn more! turn more? yes")},
		{"a new prompt arms it again", 3, 1, times(4, "typed prompt turn more turn more! turn end")},
		{"an injected message does not", 4, 2, "prompt turn more turn more! prompt turn more turn more?"},
		{"re-enabled it is armed", Unlimited, 1, "turn more limit=3 turn more turn more! limit=unlimited limit=2 turn more!"},
		{
			"a raised limit tells the agent no second time", 3, 1,
			"turn more turn more! limit=9 " + times(6, "turn more") + "turn more?",
		},
		{"dynamic grace: widening brings it forward", 50, 5, times(9, "turn more") + "grace=40 turn more!"},
		{"dynamic grace: narrowing puts it off", 4, 2, "turn more grace=1 turn more turn more! turn more?"},
		{"dynamic grace: read at each turn", 50, 5, times(20, "turn more") + "grace=30 turn more! grace=40 turn more"},
		{"dynamic grace: 0 switches it off", 5, 2, "turn more turn more grace=0 turn more turn more turn more?"},
		{"clamping: at most the limit - 1", 5, 1, "grace=99 turn more! turn more"},
		{"clamping: a lowered limit takes the grace along", 50, 10, "turn limit=4 more! turn more turn more turn more?"},
		{"clamping leaves a limit of 1 without", 50, 10, "grace=99 limit=1 turn more?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			script(tt.script).play(t, Limits{Turns: tt.limit, ToolCalls: Unlimited, Grace: tt.grace})
		})
	}
}

func TestSoftLimit(t *testing.T) {
	tests := []struct {
		limit       Limit
		grace, want int
	}{
		{50, 5, 45},
		{50, 1, 49},
		{50, 49, 1},
		{50, 50, 1},
		{50, 1000, 1},
		{50, 0, 0},
		{50, -5, 0},
		{2, 1, 1},
		{1, 1, 0},
		{0, 1, 0},
		{Unlimited, 5, 0},
	}
	for _, tt := range tests {
		if got := softLimit(tt.limit, tt.grace); got != tt.want {
			t.Errorf("softLimit(%v, %d) = %d, want %d", tt.limit, tt.grace, got, tt.want)
		}
	}
}
