package stats

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/supervisor/budget"
)

// session reads events of the given kinds.
func session(sub bool, events ...detect.Event) Session {
	r := reader{sub: sub}
	for _, e := range events {
		r.observe(e)
	}
	return r.end()
}

func TestEventsBecomePrompts(t *testing.T) {
	t.Parallel()
	event := func(kind detect.Kind) detect.Event { return detect.Event{Kind: kind} }
	sub := func(kind detect.Kind) detect.Event { return detect.Event{Kind: kind, Sub: true} }
	var (
		id       = detect.Event{Kind: detect.Session, Text: "s1", Dir: "/p"}
		asked    = detect.Event{Kind: detect.Prompt, Time: "2026-11-20T22:09:20.004+01:00"}
		prompt   = event(detect.Prompt)
		turn     = event(detect.Turn)
		more     = event(detect.More)
		call     = event(detect.ToolCall)
		void     = event(detect.Void)
		end      = event(detect.End)
		at       = time.Date(2026, 11, 20, 21, 9, 20, 4e6, time.UTC)
		subTurn  = sub(detect.Turn)
		subCall  = sub(detect.ToolCall)
		subAsked = sub(detect.Prompt)
	)
	for _, c := range []struct {
		name   string
		sub    bool
		events []detect.Event
		want   Session
	}{
		{"nothing", false, nil, Session{}},
		{
			"a prompt", false,
			[]detect.Event{id, asked, turn, call, call, more, turn, end},
			Session{Prompts: []Prompt{{"s1", at, 2, 2, 2}}},
		},
		{
			"two prompts, the second still at work", false,
			[]detect.Event{prompt, turn, end, prompt, turn, call, more},
			Session{Prompts: []Prompt{{Turns: 1, wanted: 1}, {Turns: 1, ToolCalls: 1, wanted: 2}}},
		},
		{
			"a prompt that failed", false,
			[]detect.Event{prompt, turn, void, turn, void, prompt, turn},
			Session{Prompts: []Prompt{{Turns: 1, wanted: 1}}},
		},
		{
			"a turn that was begun and aborted was wanted", false,
			[]detect.Event{prompt, turn, more, turn, void},
			Session{Prompts: []Prompt{{Turns: 1, wanted: 2}}},
		},
		{"the end of another file's prompt", false, []detect.Event{void, turn, call, more}, Session{}},
		{
			"a sub-agent in the same file", false,
			[]detect.Event{prompt, turn, subAsked, subTurn, subCall, subTurn, turn},
			Session{Prompts: []Prompt{{Turns: 2, wanted: 2}}, SubTurns: 2},
		},
		{"a sub-agent's own file", true, []detect.Event{prompt, turn, call, turn, void}, Session{SubTurns: 1}},
		{
			"a time that is none", false,
			[]detect.Event{{Kind: detect.Prompt, Time: "\x1b[2J yesterday"}, turn},
			Session{Prompts: []Prompt{{Turns: 1, wanted: 1}}},
		},
		{
			"a session that goes on under another name", false,
			[]detect.Event{id, prompt, turn, {Kind: detect.Session, Text: "s2", Dir: "/q"}, prompt, turn},
			Session{Prompts: []Prompt{{Session: "s1", Turns: 1, wanted: 1}, {Session: "s2", Turns: 1, wanted: 1}}},
		},
	} {
		got := session(c.sub, c.events...)
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(Prompt{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestPromptsAreAskedAboutWhereAGuardWouldHaveAsked runs what real agents have written past a guard's own count.
func TestPromptsAreAskedAboutWhereAGuardWouldHaveAsked(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../detect/testdata/log/*/*/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	asked := 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		table, err := detect.ByName(filepath.Base(filepath.Dir(filepath.Dir(file))))
		if err != nil {
			t.Fatal(err)
		}
		var events []detect.Event
		d, err := detect.New(detect.Options{Table: table.Log, Emit: func(e detect.Event) { events = append(events, e) }})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = d.Write(content)
		d.Close()
		for limit := 1; limit < 14; limit++ {
			got := 0
			for _, p := range session(false, events...).Prompts {
				if p.AskedAt(limit) {
					got++
				}
			}
			if want := guarded(events, limit); got != want {
				t.Errorf("%s: a limit of %d asks about %d prompts, a guard about %d", file, limit, got, want)
			}
			asked += got
		}
	}
	if asked == 0 {
		t.Error("no prompt was asked about")
	}
}

// guarded counts the prompts about which a guard asks.
func guarded(events []detect.Event, limit int) (prompts int) {
	b := budget.New(budget.Limits{Turns: budget.Limit(limit), ToolCalls: budget.Unlimited})
	b.Start()
	asked := false
	for _, e := range events {
		if e.Kind == detect.Prompt && !e.Sub {
			b.HumanInput()
			asked = false
		}
		for action := b.Observe(e); action == budget.Ask; action = b.Grant() {
			if !asked {
				prompts++
			}
			asked = true
		}
	}
	return prompts
}
