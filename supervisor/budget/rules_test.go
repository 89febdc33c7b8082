package budget

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/turnguard/turnguard/detect"
)

// The rules of docs/turn-limit.allium, by their names there, as properties of any run. None needs the model.

// observeAll feeds the events and says yes to every question, sometimes only after more events have come in.
func observeAll(t *rapid.T, b *Budget, events []detect.Event) {
	for _, e := range events {
		b.Observe(e)
		for b.Asking() && rapid.Bool().Draw(t, "yes") {
			b.Grant()
		}
	}
	for b.Asking() {
		b.Grant()
	}
}

// With N turns granted the question comes after every Nth turn that asks for tools, and never before.
func TestTurnLimitReached(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "limit")
		grants := rapid.IntRange(1, 9).Draw(t, "grants")
		grant := times(n-1, "turn more") + fmt.Sprintf("turn more? about:turns used:%d yes used:0 ", n)
		script(times(grants, grant)+fmt.Sprintf("turns:%d grants:%d", n*grants, grants)).play(t, limited(Limit(n)))
	})
}

// The same holds where a tool forges voids. Turns that did fail never use the grant up.
func TestTurnVoided(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "limit")
		noise := func() string {
			return times(rapid.IntRange(0, 2).Draw(t, "voids"), "void") +
				times(rapid.IntRange(0, 2).Draw(t, "failed turns"), "turn void")
		}
		run := ""
		for turn := 1; turn <= 3*n; turn++ {
			run += noise() + "turn " + times(rapid.IntRange(0, 2).Draw(t, "forged"), "void") + "more"
			if turn%n == 0 {
				run += fmt.Sprintf("? used:%d yes", n)
			}
			run += " "
		}
		script(run+fmt.Sprintf("turns:%d", 3*n)).play(t, limited(Limit(n)))
	})
}

// An agent that runs has never used more than was granted, and a response that asks for tools leaves it a turn.
func TestCountWithinGrant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := anyLimits.Draw(t, "limits")
		b := New(limits)
		for _, e := range provenEvents.Draw(t, "events") {
			action := b.Observe(e)
			c := b.Counts()
			if limits.ToolCalls != Unlimited && c.Calls > max(int(limits.ToolCalls), 1) {
				t.Fatalf("%d calls in a grant of %v", c.Calls, limits.ToolCalls)
			}
			granted := max(int(limits.Turns), 1)
			if limits.Turns != Unlimited && c.Used > granted {
				t.Fatalf("%d turns in a grant of %d", c.Used, granted)
			}
			if limits.Turns != Unlimited && e.Kind == detect.More && !e.Sub && c.Used == granted && action != Ask {
				t.Fatalf("all %d turns are used, but it goes on", granted)
			}
			if b.Asking() {
				b.Grant()
			}
		}
	})
}

// A yes starts the count at 0, and what was held counts from there.
func TestContinueGranted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "limit")
		late := rapid.IntRange(0, n).Draw(t, "late turns")
		script(times(n, "turn")+"more? "+times(late, "turn?")+
			fmt.Sprintf("used:%d turns:%d yes used:%d turns:%d", n, n, late, n+late)).play(t, limited(Limit(n)))
	})
}

// Aborted is terminal: nothing counts any more, and nothing lets the agent go on.
func TestContinueDeclined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := New(anyLimits.Draw(t, "limits"))
		for _, e := range anyEvents.Draw(t, "before") {
			b.Observe(e)
		}
		b.Abort()
		counts, reasons := b.Counts(), b.Reasons()
		wantAsk := func(t *rapid.T, got Action) {
			t.Helper()
			if got != Ask {
				t.Fatalf("got %v, want %v", got, Ask)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				if !b.Aborted() || b.Asking() || b.Counts() != counts || b.Reasons() != reasons {
					t.Fatalf("aborted %t, asking %t, %+v, was %+v", b.Aborted(), b.Asking(), b.Counts(), counts)
				}
			},
			"start": func(t *rapid.T) { wantAsk(t, b.Start()) },
			"event": func(t *rapid.T) { wantAsk(t, b.Observe(anyEvent.Draw(t, "event"))) },
			"yes":   func(t *rapid.T) { wantAsk(t, b.Grant()) },
			"limit": func(t *rapid.T) { wantAsk(t, b.SetTurns(anyLimit.Draw(t, "limit"))) },
			"typed": func(*rapid.T) { b.HumanInput() },
			"grace": func(*rapid.T) { b.SetGrace(1) },
			"no":    func(*rapid.T) { b.Abort() },
		})
	})
}

// Unlimited never asks and counts every turn.
func TestUnlimitedNeverAsks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := New(limited(Unlimited))
		turns := 0
		for _, e := range provenEvents.Draw(t, "events") {
			if e.Kind == detect.Turn && !e.Sub {
				turns++
			}
			if got := b.Observe(e); got != Proceed {
				t.Fatalf("%v: got %v", e.Kind, got)
			}
		}
		if got := b.Counts().Turns; got != turns {
			t.Fatalf("counted %d turns, want %d", got, turns)
		}
	})
}

// From unlimited to a number the count starts at 0, and nothing else changes.
func TestLimitReEnabled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := New(limited(Unlimited))
		observeAll(t, b, append(anyEvents.Draw(t, "events"), detect.Event{Kind: detect.Prompt}))
		to := numberLimit.Draw(t, "limit")
		want := b.Counts()
		want.Used, want.Limit, want.Granted = 0, to, to
		action := b.SetTurns(to)
		if got := b.Counts(); got != want {
			t.Fatalf("got %+v, want %+v", got, want)
		}
		if asked := action == Ask; asked != (to == 0) {
			t.Fatalf("a limit of %v: got %v", to, action)
		}
	})
}

// From a number to another the count is kept, and during a run it asks at once where that has reached the limit.
func TestLimitChanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, to := numberLimit.Draw(t, "from"), numberLimit.Draw(t, "to")
		b := New(limited(from))
		observeAll(t, b, append(anyEvents.Draw(t, "events"), detect.Event{Kind: detect.Prompt}))
		want := b.Counts()
		want.Limit, want.Granted = to, to
		action := b.SetTurns(to)
		if got := b.Counts(); got != want {
			t.Fatalf("got %+v, want %+v", got, want)
		}
		if asked := action == Ask; to != from && asked != (want.Used >= int(to)) {
			t.Fatalf("used %d of %v: got %v", want.Used, to, action)
		}
	})
}

// A prompt starts the counts at 0 if a human has typed since one last did so, and never otherwise.
func TestPromptStarts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := New(Limits{Turns: 1_000, ToolCalls: 1_000})
		typed := true
		for _, e := range anyEvents.Draw(t, "events") {
			if rapid.IntRange(0, 4).Draw(t, "typed") == 4 {
				b.HumanInput()
				typed = true
			}
			want := b.Counts()
			b.Observe(e)
			if e.Kind != detect.Prompt {
				continue
			}
			if !e.Sub {
				want.Prompts++
				if typed {
					want.Used, want.Calls = 0, 0
				}
				typed = false
			}
			if got := b.Counts(); got != want {
				t.Fatalf("got %+v, want %+v", got, want)
			}
		}
	})
}

// Every event counts, and counts once, however often and whenever it was asked in between.
func TestNothingLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := anyLimits.Draw(t, "limits")
		b := New(limits)
		events := provenEvents.Draw(t, "events")
		observeAll(t, b, events)
		got := b.Counts()
		want := Counts{Used: got.Used, Calls: got.Calls, Grants: got.Grants, Limit: got.Limit, CallLimit: got.CallLimit, Granted: got.Granted}
		for _, e := range events {
			switch {
			case e.Kind == detect.ToolCall:
				want.ToolCalls++
			case e.Kind == detect.Prompt && !e.Sub:
				want.Prompts++
			case e.Kind == detect.Turn && e.Sub:
				want.SubTurns++
			}
			if e.Kind == detect.Turn && (!e.Sub || limits.CountSubagents) {
				want.Turns++
			}
		}
		if got != want {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	})
}

// Between two answers no more turns begin and no more tools are called than were granted, whatever the agent forges.
func TestNoMoreThanGranted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := anyLimits.Draw(t, "limits")
		b := New(limits)
		b.Observe(detect.Event{Kind: detect.Prompt}) // the only one that a human sends
		var answered Counts
		for _, e := range provenEvents.Draw(t, "events") {
			b.Observe(e)
			now := b.Counts()
			if n := now.Turns - answered.Turns; limits.Turns != Unlimited && n > max(int(limits.Turns), 1) {
				t.Fatalf("%d turns without an answer, granted %v", n, limits.Turns)
			}
			if n := now.ToolCalls - answered.ToolCalls; limits.ToolCalls != Unlimited && n > max(int(limits.ToolCalls), 1) {
				t.Fatalf("%d tool calls without an answer, granted %v", n, limits.ToolCalls)
			}
			if b.Asking() && rapid.Bool().Draw(t, "yes") {
				answered = now
				b.Grant()
			}
		}
	})
}

// The wrap-up message comes once per grant, at the first response that asks for tools between soft limit and limit.
func TestWrapUpDue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := anyLimits.Draw(t, "limits")
		b := New(limits)
		b.Observe(detect.Event{Kind: detect.Prompt}) // the only one that a human sends
		has := limits.Grace > 0 && limits.Grace < int(limits.Turns)
		sent := false
		for _, e := range anyEvents.Draw(t, "events") {
			action := b.Observe(e)
			used := b.Counts().Used
			due := has && !sent && (e.Kind == detect.More || e.Kind == detect.ToolCall) && !e.Sub &&
				used >= int(limits.Turns)-limits.Grace && used < int(limits.Turns) && !b.Asking() // about tool calls
			if due != (action == WrapUp) {
				t.Fatalf("%d of %v used, grace %d, sent %t: got %v", used, limits.Turns, limits.Grace, sent, action)
			}
			sent = sent || due
			if b.Asking() {
				b.Grant()
				sent = false
			}
		}
	})
}
