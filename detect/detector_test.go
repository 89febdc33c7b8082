package detect

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// toy is a table for tests of the engine itself.
var toy = Table{
	Name:     "toy",
	Subagent: "parent?",
	Child:    "type=head kind=sub",
	Ignore:   "skip=true",
	Rules: []Rule{
		{When: "type=turn", Emit: Turn},
		{When: "type=once", Key: "ids[].id", Emit: Turn},
		{When: "type=arm", Set: "armed"},
		{When: "type=fire", If: "armed", Clear: "armed", Emit: Prompt},
		{When: "type=fire", Unless: "armed", Emit: More},
		{When: "type=tool a.b[].c~^(x|y)$ !a.b[].c=z", Emit: ToolCall, Text: "a.b[].name"},
		{When: "type=use", Emit: Usage, Tokens: []string{"in", "out"}, Cost: "usd"},
	},
}

func events(t *testing.T, stream string) []Event {
	t.Helper()
	return readAll(t, &toy, false, []byte(stream), max(1, len(stream)))
}

func TestRulesGiveEvents(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []Event
	}{
		{"a plain rule", `{"type":"turn"}`, []Event{{Kind: Turn}}},
		{"a sub-agent", `{"type":"turn","parent":"p"}`, []Event{{Kind: Turn, Sub: true}}},
		{
			"a sub-agent's own file", `{"type":"turn"}` + "\n" + `{"type":"head","kind":"sub"}` + "\n" + `{"type":"turn"}`,
			[]Event{{Kind: Turn}, {Kind: Turn, Sub: true}},
		},
		{"null is as good as absent", `{"type":"turn","parent":null}`, []Event{{Kind: Turn}}},
		{"an ignored line", `{"type":"turn","skip":true}`, nil},
		{
			"each key once", `{"type":"once","ids":[{"id":"1"},{"id":"2"}]}` + "\n" + `{"type":"once","ids":[{"id":"2"}]}`,
			[]Event{{Kind: Turn}, {Kind: Turn}},
		},
		{"no key, no event", `{"type":"once"}`, nil},
		{
			"flags", `{"type":"arm"}` + "\n" + `{"type":"fire"}` + "\n" + `{"type":"fire"}`,
			// The second rule sees the flag as the first one left it.
			[]Event{{Kind: Prompt}, {Kind: More}, {Kind: More}},
		},
		{
			"an event for each text", `{"type":"tool","a":{"b":[{"c":"x","name":"bash"},{"name":"read"}]}}`,
			[]Event{{Kind: ToolCall, Text: "bash"}, {Kind: ToolCall, Text: "read"}},
		},
		{"a negated term", `{"type":"tool","a":{"b":[{"c":"x","name":"bash"},{"c":"z"}]}}`, nil},
		{"no element fits", `{"type":"tool","a":{"b":[{"c":"xx","name":"bash"}]}}`, nil},
		{"numbers", `{"type":"use","in":2,"out":3,"usd":0.5}`, []Event{{Kind: Usage, Tokens: 5, Cost: 0.5}}},
		{"numbers that are none", `{"type":"use","in":-2,"out":"x","usd":{}}`, []Event{{Kind: Usage}}},
		{"an escaped text", `{"type":"tool","a":{"b":[{"c":"x","name":"\u0062ash"}]}}`, []Event{{Kind: ToolCall, Text: "bash"}}},
	} {
		if diff := cmp.Diff(c.want, events(t, c.in)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestWhatOnlyLooksLikeAnEventDoesNotCount(t *testing.T) {
	for name, in := range map[string]string{
		"nested":            `{"x":{"type":"turn"}}`,
		"in a string":       `{"type":"log","text":"{\"type\":\"turn\"}"}`,
		"another case":      `{"type":"log","TYPE":"turn"}`,
		"a duplicate key":   `{"type":"turn","type":"log"}`,
		"text behind":       `{"type":"turn"} done`,
		"two on a line":     `{"type":"turn"}{"type":"turn"}`,
		"text before":       `> {"type":"turn"}`,
		"cut off":           `{"type":"turn"`,
		"a trailing comma":  `{"type":"turn",}`,
		"no UTF-8":          "{\"type\":\"turn\",\"a\":\"\xff\"}",
		"a control byte":    "{\"type\":\"turn\",\"a\":\"\x01\"}",
		"single quotes":     `{'type':'turn'}`,
		"an array":          `[{"type":"turn"}]`,
		"deeper than sense": `{"type":"turn","a":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`,
	} {
		if got := events(t, in); got != nil {
			t.Errorf("%s: got %v, want nothing", name, got)
		}
	}
}

func TestUnderstoodStaysZeroForAStrangersStream(t *testing.T) {
	d, err := New(Options{Emit: func(e Event) { t.Errorf("got event %v", e) }})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = d.Write([]byte("make: Nothing to be done\n{\"type\":\"unheard-of\"}\n{}\n"))
	d.Close()
	if d.Understood() != 0 || d.Table() != nil {
		t.Errorf("understood %d lines as %v, want none", d.Understood(), d.Table())
	}
}

func TestTheFirstTellingLineDecidesWhoseStreamItIs(t *testing.T) {
	for want, line := range map[string]string{
		"pi":      `{"type":"session","version":3,"id":"1","cwd":"/"}`,
		"claude":  `{"type":"system","subtype":"init","session_id":"1","tools":[],"permissionMode":"default"}`,
		"generic": `{"type":"agent_start"}`,
	} {
		d, err := New(Options{Emit: func(Event) {}})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = d.Write([]byte("hello\n" + line + "\n"))
		if d.Table() == nil || d.Table().Name != want || d.Understood() != 1 {
			t.Errorf("%s: got %+v, understood %d", line, d.Table(), d.Understood())
		}
	}
}

func TestAnUncountedStreamUnderstandsNothing(t *testing.T) {
	session := ""
	d, err := New(Options{Emit: func(e Event) { session += e.Text }})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = d.Write([]byte(`{"type":"thread.started","thread_id":"1"}` + "\n" + `{"type":"turn.started"}` + "\n"))
	if d.Table() != &codex || session != "1" || d.Understood() != 0 {
		t.Errorf("got %v, session %q, %d understood", d.Table(), session, d.Understood())
	}
}

func TestEveryTableCanBeRead(t *testing.T) {
	for _, table := range Tables() {
		for _, table := range []*Table{table, table.Hook, table.Log} {
			if table == nil {
				continue
			}
			if _, err := newEngine(table, true); err != nil {
				t.Error(err)
			}
		}
		for _, sign := range table.Sniff { // of lines of other types, the sniffer sees nothing
			if _, ok := namedType(sign); !ok {
				t.Errorf("agent %s: sniff: %q names no type first", table.Name, sign)
			}
		}
	}
	if _, err := newSniffer(Tables(), true); err != nil {
		t.Error(err)
	}
}

func TestABadConditionIsNamed(t *testing.T) {
	for when, want := range map[string]string{
		"type":       `agent bad: rule 1: "type": want path=value, path~regexp or path?`,
		"=x":         `agent bad: rule 1: "=x": want path=value, path~regexp or path?`,
		"a?b":        `agent bad: rule 1: "a?b": nothing may follow the question mark`,
		"type=x a~(": "agent bad: rule 1: \"a~(\": error parsing regexp: missing closing ): `(`",
	} {
		_, err := newEngine(&Table{Name: "bad", Rules: []Rule{{When: when}}}, false)
		if err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", when, err, want)
		}
	}
}

// FuzzOnlyRealJSONCounts holds the detector against the standard library's parser.
func FuzzOnlyRealJSONCounts(f *testing.F) {
	for _, seed := range []string{
		`{"type":"turn"}`, `{"type":"turn","type":"log"}`, `{"a":"\"type\":\"turn\"","type":"turn"}`, "{\"type\":\"turn\"}\r\n[]\n",
		`{"TYPE":"turn"}`, `{"\u0074ype":"turn"}`, `{"type":"turn"}x`, "{\"type\":\"\xff\"}", ` {"type" : "turn" , "a":[{}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		if bytes.Contains(bytes.ToLower(in), []byte(`\ud`)) {
			return // the standard library takes halves of surrogate pairs
		}
		want := 0
		for line := range bytes.SplitSeq(in, []byte("\n")) {
			if typ, ok := plainType(bytes.Trim(line, " \t\r")); ok && typ == "turn" {
				want++
			}
		}
		got := 0
		for _, e := range readAll(t, &Table{Name: "turns", Rules: toy.Rules[:1]}, false, in, max(1, len(in))) {
			if e.Kind == Turn {
				got++
			}
		}
		if got != want {
			t.Errorf("%q: counted %d, want %d", in, got, want)
		}
	})
}

// plainType returns the top-level type of a line that is one JSON object, with no key twice.
func plainType(line []byte) (string, bool) {
	if !utf8.Valid(line) || len(line) == 0 || line[0] != '{' {
		return "", false
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	typ := ""
	if !plainValue(dec, func(key string, value any) {
		if s, ok := value.(string); ok && key == "type" {
			typ = s
		}
	}) {
		return "", false
	}
	_, err := dec.Token()
	return typ, errors.Is(err, io.EOF)
}

// plainValue reads a value; top gets the plain members of an object.
func plainValue(dec *json.Decoder, top func(string, any)) bool {
	token, err := dec.Token()
	if err != nil {
		return false
	}
	seen := map[string]bool{}
	switch token {
	case json.Delim('{'):
		for dec.More() {
			key, err := dec.Token()
			if err != nil || seen[key.(string)] {
				return false
			}
			seen[key.(string)] = true
			if !plainValue(dec, func(inner string, value any) {
				if inner == "" {
					top(key.(string), value)
				}
			}) {
				return false
			}
		}
	case json.Delim('['):
		for dec.More() {
			if !plainValue(dec, func(string, any) {}) {
				return false
			}
		}
	default:
		top("", token)
		return true
	}
	_, err = dec.Token()
	return err == nil
}
