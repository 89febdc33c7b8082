package budget

import (
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"github.com/turnguard/turnguard/detect"
)

// A script tells in words what happens to a budget and what it answers:
//
//	turn more void call prompt say      the main agent's events; with sub- before, a sub-agent's
//	start typed yes no                  Start, HumanInput, Grant, Abort
//	limit=5 cap=5 grace=2 last=3        SetTurns, SetToolCalls, SetGrace, GrantLast
//
// Each is answered by Proceed, or by Ask if it ends in "?" and by WrapUp if it ends in "!". Checks stand between them:
//
//	used:3 calls:3 turns:3 tools:3 subs:3 prompts:3 grants:3    the counts
//	shows:3/25                                                  the display
//	about:turns about:calls about:both about:nothing            the question
//	aborted:true                                                the end
type script string

// times repeats a part of a script.
func times(n int, part string) string { return strings.Repeat(part+" ", n) }

var events = map[string]detect.Kind{
	"turn": detect.Turn, "more": detect.More, "void": detect.Void, "call": detect.ToolCall, "prompt": detect.Prompt,
	"say": detect.Say, "usage": detect.Usage, "session": detect.Session, "end": detect.End,
}

func (s script) play(t rapid.TB, l Limits) {
	t.Helper()
	b := New(l)
	done := ""
	for _, word := range strings.Fields(string(s)) {
		done += " " + word
		if what, want, ok := strings.Cut(word, ":"); ok {
			if got := look(b, what); got != want {
				t.Fatalf("after%s: got %s, want %s", strings.TrimSuffix(done, word), got, want)
			}
			continue
		}
		want := Proceed
		switch word[len(word)-1] {
		case '?':
			want = Ask
		case '!':
			want = WrapUp
		}
		if got := do(t, b, strings.TrimRight(word, "?!")); got != want {
			t.Fatalf("after%s: got %v, want %v", done, got, want)
		}
	}
}

func do(t rapid.TB, b *Budget, word string) Action {
	t.Helper()
	name, value, _ := strings.Cut(word, "=")
	switch name {
	case "start":
		return b.Start()
	case "yes":
		return b.Grant()
	case "limit", "cap", "last":
		l, err := ParseLimit(value)
		if err != nil {
			t.Fatal(err)
		}
		switch name {
		case "cap":
			return b.SetToolCalls(l)
		case "last":
			return b.GrantLast(l)
		}
		return b.SetTurns(l)
	case "typed":
		b.HumanInput()
	case "no":
		b.Abort()
	case "grace":
		n, err := strconv.Atoi(value)
		if err != nil {
			t.Fatal(err)
		}
		b.SetGrace(n)
	default:
		event, sub := strings.CutPrefix(name, "sub-")
		kind, ok := events[event]
		if !ok {
			t.Fatalf("no such step: %s", word)
		}
		return b.Observe(detect.Event{Kind: kind, Sub: sub})
	}
	return Proceed
}

func look(b *Budget, what string) string {
	c := b.Counts()
	switch what {
	case "used":
		return strconv.Itoa(c.Used)
	case "calls":
		return strconv.Itoa(c.Calls)
	case "turns":
		return strconv.Itoa(c.Turns)
	case "tools":
		return strconv.Itoa(c.ToolCalls)
	case "subs":
		return strconv.Itoa(c.SubTurns)
	case "prompts":
		return strconv.Itoa(c.Prompts)
	case "grants":
		return strconv.Itoa(c.Grants)
	case "shows":
		return strconv.Itoa(c.Used) + "/" + c.Granted.Short()
	case "about":
		return [...]string{"nothing", "turns", "calls", "both"}[b.Reasons()]
	case "aborted":
		return strconv.FormatBool(b.Aborted())
	}
	return "no such check: " + what
}

// limited is the usual budget: a turn limit and nothing else.
func limited(turns Limit) Limits { return Limits{Turns: turns, ToolCalls: Unlimited} }

// capped has a cap on tool calls and nothing else.
func capped(calls Limit) Limits { return Limits{Turns: Unlimited, ToolCalls: calls} }
