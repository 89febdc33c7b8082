package budget

import (
	"testing"

	"github.com/turnguard/turnguard/detect"
)

func TestBudget(t *testing.T) {
	tests := []struct {
		name   string
		limits Limits
		script string
	}{
		{
			"an agent that finishes on turn N is not asked", limited(3),
			"start prompt turn more turn more turn end used:3 about:nothing",
		},
		{
			"it asks when turn N has asked for tools", limited(3),
			"prompt turn more turn more turn more? about:turns used:3",
		},
		{
			"it asks at turn N+1 if no other sign came, and holds that turn", limited(2),
			"prompt turn turn used:2 turn? used:2 turns:2 yes used:1 turns:3 turn used:2 turn?",
		},
		{
			"every grant has exactly N turns", limited(3),
			times(5, "turn more turn more turn more? used:3 yes used:0") + "turns:15 grants:5",
		},
		{
			"other events count nothing", limited(1),
			"say usage session end turn say usage end used:1 turns:1",
		},
		{
			"0 asks before the first turn", limited(0),
			"start? about:turns used:0 yes grants:1 prompt turn used:1 turns:1",
		},
		{
			"0 grants one turn at a time", limited(0),
			"start? yes prompt turn more? yes more turn more? yes turn turn? yes used:1 turns:4 grants:4",
		},
		{
			"0 asks before the first turn of every prompt", limited(0),
			"start? yes prompt turn end typed prompt? used:0 yes turn more? turns:2 prompts:2",
		},
		{
			"unlimited never asks and counts", limited(Unlimited),
			"start prompt " + times(100, "turn more") + "shows:100/∞ about:nothing",
		},
		{
			"a prompt resets the counts if a human has typed",
			Limits{Turns: 3, ToolCalls: 5},
			"prompt turn more call turn more call used:2 calls:2 typed prompt used:0 calls:0 turns:2 tools:2 prompts:2",
		},
		{
			"the start of the run counts as human input, once", limited(5),
			"turn prompt used:0 turn prompt used:1 prompts:2",
		},
		{
			"a forged prompt never refreshes the budget", limited(2),
			"prompt turn more prompt turn more? used:2 prompts:2",
		},
		{
			"typing alone does not reset", limited(2),
			"prompt turn typed more turn more? used:2",
		},
		{
			"a prompt that comes while asking waits", limited(2),
			"prompt turn more turn more? typed prompt? turn? prompts:1 yes used:1 prompts:2 turns:3",
		},
		{
			"a sub-agent's prompt resets nothing and is no prompt", limited(5),
			"turn typed sub-prompt used:1 prompts:0 prompt used:0 prompts:1",
		},
		{
			"sub-agents' turns are counted apart", limited(2),
			"turn " + times(7, "sub-turn sub-more") + "used:1 turns:1 subs:7 turn more?",
		},
		{
			"sub-agents' turns count if that is wanted",
			Limits{Turns: 3, ToolCalls: Unlimited, CountSubagents: true},
			"turn more sub-turn sub-more sub-turn sub-more? used:3 subs:2 yes turn sub-turn turn turn? sub-turn? yes " +
				"used:2 turns:8 subs:4",
		},
		{
			"a sub-agent's turn N+1 is held too",
			Limits{Turns: 1, ToolCalls: Unlimited, CountSubagents: true},
			"turn sub-turn? subs:0 turns:1 yes subs:1 used:1 turns:2",
		},
		{
			"a failed request was no turn", limited(2),
			"turn void used:0 turns:0 turn void turn more used:1 turn more?",
		},
		{
			"a turn is taken back once", limited(5),
			"turn more turn void void used:1 turns:1",
		},
		{
			"a turn that has asked for tools is not taken back", limited(5),
			"turn more void used:1 turn call void used:2",
		},
		{
			"a turn that goes on after its void was a turn", limited(2),
			"turn void more used:1 turn void call used:2 turn? turns:2",
		},
		{
			"voids without a turn take nothing back", limited(5),
			"void used:0 turn void void void used:0 turns:0",
		},
		{
			"a sub-agent's void takes nothing back", limited(5),
			"turn sub-void used:1",
		},
		{
			"a turn of the last grant is not taken back from this one", capped(1),
			"turn sub-call sub-call? yes used:0 void used:0 turns:0 turn used:1",
		},
		{
			"a turn of the last prompt is not taken back from this one", limited(5),
			"turn prompt void used:0 turns:0",
		},
		{
			"events are held while the question is open and count in the new grant", limited(3),
			times(2, "turn more") + "turn more? call? call? turn? more? say? used:3 turns:3 tools:0 " +
				"yes used:1 calls:2 turns:4 tools:2",
		},
		{
			"events held can use up the new grant", limited(1),
			"turn turn? more? turn? yes? used:1 turns:2 yes used:1 turns:3 more?",
		},
		{
			"a held wrap-up is still sent",
			Limits{Turns: 3, ToolCalls: Unlimited, Grace: 1},
			"turn turn turn turn? more? turn? more? say? yes! used:2",
		},
		{
			"one question names every limit that is reached",
			Limits{Turns: 2, ToolCalls: 3},
			"turn more call call turn more? about:turns call? about:turns call? about:both yes used:0 calls:2 about:nothing",
		},
		{
			"the other limit can be the later one too",
			Limits{Turns: 2, ToolCalls: 1},
			"turn call turn call? about:calls more? about:both yes about:nothing used:0 calls:1",
		},
		{
			"limits behind a prompt that waits are its own",
			Limits{Turns: 2, ToolCalls: 1},
			"prompt turn call call? typed prompt? turn? turn? about:calls turn? about:both yes? about:turns used:2 calls:0",
		},
		{
			"a yes renews turns and calls",
			Limits{Turns: 2, ToolCalls: 10},
			"turn call more turn call more? yes used:0 calls:0",
		},
		{
			"yes without a question grants nothing", limited(2),
			"turn more yes used:1 grants:0 turn more?",
		},
		{
			"aborted is terminal", limited(1),
			"turn more? no aborted:true about:turns yes? limit=unlimited? typed prompt? turn? start? aborted:true " +
				"used:1 turns:1 prompts:0 shows:1/1",
		},
		{
			"an abort needs no question", limited(5),
			"turn no aborted:true about:nothing turn? used:1",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { script(tt.script).play(t, tt.limits) })
	}
}

func TestSetTurns(t *testing.T) {
	tests := []struct {
		name   string
		limits Limits
		script string
	}{
		{"keeps the count when raised", limited(3), "turn more turn more limit=5 shows:2/5 turn more turn more turn more?"},
		{"keeps the count when lowered above it", limited(9), "turn more turn more limit=4 shows:2/4 turn more turn more?"},
		{"asks at once when lowered to the count", limited(9), "turn more turn limit=2? about:turns used:2 yes used:0"},
		{"asks at once when lowered below the count", limited(9), "turn turn turn limit=1? shows:3/1 yes shows:0/1"},
		{"asks at once when set to 0", limited(9), "prompt limit=0? yes turn more?"},
		{"does not ask an agent that has not begun", limited(9), "limit=0 prompt? yes turn more?"},
		{"does not ask an idle agent", limited(9), "prompt turn more turn end limit=1 used:2 typed prompt turn more?"},
		{"asks an idle agent when it goes on by itself", limited(9), "turn more turn end limit=2 turn?"},
		{"is no change if the limit is the same", limited(2), "turn turn limit=2 used:2 about:nothing more? limit=2?"},
		{"does not take the one turn of a yes back", limited(0), "start? yes limit=0 turn more?"},
		{"ends the question when raised above the count", limited(2), "turn more turn more? limit=3 shows:2/3 turn more?"},
		{"ends the question when unlimited", limited(1), "turn turn? limit=unlimited shows:2/∞ turns:2 grants:0"},
		{"answers the question before the first turn", limited(0), "start? limit=2 turn more turn more?"},
		{"keeps asking when not raised enough", limited(2), "turn more turn more? limit=1? about:turns shows:2/1"},
		{"asks again when the held turns are more than the raise", limited(1), "turn turn? turn? limit=2? used:2 yes used:1"},
		{
			"sends the wrap-up that the raised limit makes due",
			Limits{Turns: 3, ToolCalls: Unlimited, Grace: 1},
			"turn turn turn more? limit=4!",
		},
		{
			"does not end a question about tool calls",
			Limits{Turns: 5, ToolCalls: 1},
			"turn call call? limit=unlimited? about:calls used:1 yes calls:1",
		},
		{
			"leaves the tool calls of a question about both",
			Limits{Turns: 1, ToolCalls: 1},
			"turn call more? call? about:both limit=5? about:calls",
		},
		{
			"adds the turns to a question about tool calls",
			Limits{Turns: 5, ToolCalls: 1},
			"turn call call? about:calls limit=1? about:both",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { script(tt.script).play(t, tt.limits) })
	}
}

func TestSetToolCalls(t *testing.T) {
	tests := []struct {
		name   string
		limits Limits
		script string
	}{
		{"keeps the count and lets the held call run", capped(2), "turn call call call? cap=4 calls:3 call call?"},
		{"asks again where the new limit is reached too", capped(2), "turn call call call? call? cap=3? about:calls calls:3"},
		{"keeps asking when lowered", capped(2), "turn call call call? cap=1? about:calls calls:2"},
		{"ends the question when unlimited", capped(1), "turn call call? cap=unlimited calls:2 call call grants:0"},
		{"leaves a question about turns", Limits{Turns: 1, ToolCalls: 1}, "turn call more? call? cap=9? about:turns calls:1"},
		{"holds for the next prompt as well", capped(1), "turn call call? cap=2 typed prompt turn call call call?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { script(tt.script).play(t, tt.limits) })
	}
}

func TestGrantLast(t *testing.T) {
	tests := []struct {
		name   string
		limits Limits
		script string
	}{
		{
			"grants so many turns and then asks", limited(9),
			times(8, "turn more") + "turn more? last=2 shows:0/2 turn more turn more? grants:1",
		},
		{
			"sends no message of its own time",
			Limits{Turns: 4, ToolCalls: Unlimited, Grace: 2},
			"turn last=3 turn more turn more turn more?",
		},
		{"the turn that was held is its first", limited(2), "turn turn turn? last=1 shows:1/1 more?"},
		{"a yes behind it grants as many as ever", limited(2), "turn turn more? last=1 turn more? yes shows:0/2 turn more turn more?"},
		{"a new prompt grants as many as ever", limited(3), "last=1 typed prompt turn more turn more turn more?"},
		{
			"may come before the limit, and without one", limited(Unlimited),
			times(9, "turn more") + "last=1 shows:0/1 turn more? yes shows:0/∞",
		},
		{"grants one turn at least", limited(1), "turn more? last=0 turn more?"},
		{"is void after the end", limited(1), "turn more? no last=5? turn?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { script(tt.script).play(t, tt.limits) })
	}
}

func TestZeroBudgetGrantsNothing(t *testing.T) {
	var turn, call Budget
	if got := turn.Observe(detect.Event{Kind: detect.Turn}); got != Ask {
		t.Errorf("a turn: got %v, want %v", got, Ask)
	}
	if got := call.Observe(detect.Event{Kind: detect.ToolCall}); got != Ask {
		t.Errorf("a tool call: got %v, want %v", got, Ask)
	}
	if got := call.Grant(); got != Proceed {
		t.Errorf("the call after a yes: got %v, want %v", got, Proceed)
	}
}

func TestNegativeLimitIsNotUnlimited(t *testing.T) {
	b := New(limited(Unlimited - 1))
	if got := b.Start(); got != Ask {
		t.Errorf("got %v, want %v", got, Ask)
	}
}

func TestActionNames(t *testing.T) {
	for action, want := range map[Action]string{Proceed: "proceed", WrapUp: "wrap_up", Ask: "ask", 9: "unknown"} {
		if got := action.String(); got != want {
			t.Errorf("Action(%d).String() = %q, want %q", action, got, want)
		}
	}
}
