package replay

import (
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/supervisor/budget"
)

var bot = detect.Table{
	Name: "bot", Subagent: "parent?", Ignore: "hidden=true",
	Rules: []detect.Rule{
		{When: "type=turn", Emit: detect.Turn},
		{When: "type=note", Set: "noted"},
		{When: "type=tool", Emit: detect.ToolCall, Text: "names[]"},
		{When: "type=use", Emit: detect.Usage, Tokens: []string{"n"}},
	},
}

// explain returns the words about each line of a stream.
func explain(t *testing.T, stream string) []string {
	t.Helper()
	var out strings.Builder
	limits := budget.Limits{Turns: budget.Unlimited, ToolCalls: budget.Unlimited}
	if _, err := Read(strings.NewReader(stream), Options{Table: &bot, Limits: limits, Explain: &out}); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestEachLineIsExplained(t *testing.T) {
	t.Parallel()
	stream := strings.Join([]string{
		`{"type":"turn"}`,
		`{"type":"turn","parent":"p"}`,
		`{"type":"tool","names":["bash","\u001b[31mred\u001b[0m"]}`,
		`{"type":"use","n":7}`,
		`{"type":"note"}`,
		`{"type":"turn","hidden":true}`,
		`{"type":"other"}`,
		`{"type":"turn"`,
		`words`,
		"",
		"\x1b[?25l" + `{"type":"turn"}` + "\r",
		"\x1b[?25l" + `{"type":"other"}` + "\r",
		`{"type":"other","a":"` + strings.Repeat("x", 2<<20) + `"}`,
		`{"type":"turn"}`, // without an end of line
	}, "\n")
	want := []string{
		"turn", "sub turn", "tool_call bash, tool_call red", "usage 7 tokens", "-", "-", "no rule", "not JSON", "not JSON", "not JSON",
		"turn", "no rule", "too long", "turn",
	}
	got := explain(t, stream)
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(got), len(want), strings.Join(got, "\n"))
	}
	for i, line := range got {
		_, words, _ := strings.Cut(line, " ")
		if words = strings.TrimLeft(words, " "); !strings.HasPrefix(words+" ", want[i]+" ") {
			t.Errorf("line %d: %q, want %s", i+1, line, want[i])
		}
	}
}

// Each explanation is one line of a terminal and holds nothing that a terminal would obey, whatever the stream holds.
func FuzzAnExplanationIsOneLine(f *testing.F) {
	f.Add("a\tb\x1b[2J\x07\u202e\r\v\u2028")
	f.Add(`","x":"` + strings.Repeat("\u6f22", 200))
	f.Fuzz(func(t *testing.T, text string) {
		stream := `{"type":"tool","names":["` + text + `"]}` + "\n" + text + "\n" + `{"type":"turn"}`
		got := explain(t, stream)
		if want := strings.Count(stream, "\n") + 1; len(got) != want {
			t.Fatalf("%d lines, want %d", len(got), want)
		}
		for _, line := range got {
			if displaywidth.String(line) > columns || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\u202e' }) {
				t.Errorf("%q", line)
			}
		}
	})
}
