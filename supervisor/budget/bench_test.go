package budget

import (
	"testing"

	"github.com/turnguard/turnguard/detect"
)

// agentTurn is what a turn with two tool calls amounts to.
var agentTurn = []detect.Event{
	{Kind: detect.Turn},
	{Kind: detect.Say, Text: "I shall look at both files."},
	{Kind: detect.More},
	{Kind: detect.ToolCall, Text: "read"},
	{Kind: detect.ToolCall, Text: "bash"},
	{Kind: detect.Usage, Tokens: 1200},
}

func TestObserveAllocatesNothing(t *testing.T) {
	b := New(Limits{Turns: maxLimit, ToolCalls: maxLimit, Grace: 5})
	if got := testing.AllocsPerRun(1000, func() {
		for _, e := range agentTurn {
			b.Observe(e)
		}
	}); got != 0 {
		t.Errorf("a turn costs %v allocations, want none", got)
	}
}

func BenchmarkObserve(b *testing.B) {
	account := New(Limits{Turns: Unlimited, ToolCalls: Unlimited})
	b.ReportAllocs()
	for b.Loop() {
		for _, e := range agentTurn {
			account.Observe(e)
		}
	}
	b.ReportMetric(float64(len(agentTurn)), "events/op")
}

// BenchmarkGrant is a whole grant of 25 turns with its question, the events behind it and a yes.
func BenchmarkGrant(b *testing.B) {
	account := New(Limits{Turns: 25, ToolCalls: Unlimited})
	b.ReportAllocs()
	for b.Loop() {
		for account.Counts().Used < 25 || !account.Asking() {
			for _, e := range agentTurn {
				account.Observe(e)
			}
		}
		account.Grant()
	}
}
