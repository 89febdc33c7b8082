package detect

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// logOf returns how the session files of an agent are read.
func logOf(t *testing.T, agent string) *Table {
	t.Helper()
	table, err := ByName(agent)
	if err != nil {
		t.Fatal(err)
	}
	return table.Log
}

// TestSessionFilesCountRight reads what real agents have written. The numbers in the golden files were checked against
// what the model server had answered when the captures were made, with long texts and lines that mean nothing cut out.
func TestSessionFilesCountRight(t *testing.T) {
	for _, table := range Tables() {
		dirs := versions(t, "log", table)
		if table.Log != nil && len(dirs) == 0 {
			t.Errorf("%s: no session files", table.Name)
		}
		for _, dir := range dirs {
			t.Run(dir, func(t *testing.T) {
				var got strings.Builder
				for _, c := range captures(t, dir) {
					fmt.Fprintf(&got, "%-34s %s\n", filepath.Base(c.file), summary(t, table.Log, false, c.stream))
					whole := readAll(t, table.Log, false, c.stream, len(c.stream))
					for _, size := range []int{1, 7, 4095, 65536} {
						if diff := cmp.Diff(whole, readAll(t, table.Log, false, c.stream, size)); diff != "" {
							t.Errorf("%s in chunks of %d (-whole +chunks):\n%s", c.file, size, diff)
						}
					}
				}
				golden(t, filepath.Join(dir, "counts.golden"), got.String())
			})
		}
	}
}

// kinds returns the kinds of the events of lines.
func kinds(t *testing.T, table *Table, lines ...string) string {
	t.Helper()
	stream := []byte(strings.Join(lines, "\n"))
	var got []string
	for _, e := range readAll(t, table, false, stream, max(1, len(stream))) {
		kind := e.Kind.String()
		if e.Sub {
			kind = "sub " + kind
		}
		got = append(got, kind)
	}
	return strings.Join(got, ", ")
}

// What the lines of pi's session file come down to.
const (
	piUser    = `{"type":"message","message":{"role":"user","content":[{"type":"text","text":"go on"}]}}`
	piCalls   = `{"type":"message","message":{"role":"assistant","content":[{"type":"toolCall","name":"bash"}],"stopReason":"toolUse"}}`
	piResult  = `{"type":"message","message":{"role":"toolResult","toolName":"bash"}}`
	piStop    = `{"type":"message","message":{"role":"assistant","content":[],"stopReason":"stop"}}`
	piError   = `{"type":"message","message":{"role":"assistant","content":[],"stopReason":"error"}}`
	piAborted = `{"type":"message","message":{"role":"assistant","content":[],"stopReason":"aborted"}}`
)

func TestPiLog(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"a turn begins with its prompt", []string{piUser}, "prompt, turn"},
		{"and ends before its tools run", []string{piUser, piCalls}, "prompt, turn, usage, tool_call, more"},
		{
			"the results show that the next has begun, once",
			[]string{piUser, piCalls, piResult, piResult, piStop},
			"prompt, turn, usage, tool_call, more, turn, usage, end",
		},
		{"steering is no prompt", []string{piCalls, piResult, piUser}, "turn, usage, tool_call, more, turn"},
		{
			"a retry is the turn that failed before",
			[]string{piUser, piError, piError, piStop},
			"prompt, turn, usage, void, turn, usage, void, turn, usage, end",
		},
		{
			"what was aborted was no turn, and a prompt may follow",
			[]string{piCalls, piResult, piAborted, piUser},
			"turn, usage, tool_call, more, turn, usage, void, end, prompt, turn",
		},
	} {
		if got := kinds(t, logOf(t, "pi"), c.lines...); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestOnlyWhatAHumanOrAProgramTypedIsAPromptOfClaude(t *testing.T) {
	const prompt = "prompt"
	for _, c := range []struct{ name, line, want string }{
		{"typed", `{"type":"user","origin":{"kind":"human"},"promptSource":"typed"}`, prompt},
		{"a command of the user's own", `{"type":"user","origin":{"kind":"human"}}`, prompt},
		{"by a program", `{"type":"user","promptSource":"sdk"}`, prompt},
		{"typed ahead, before there was an origin", `{"type":"user","promptSource":"queued"}`, prompt},
		{"with an image", `{"type":"user","promptSource":"typed","message":{"content":[{"type":"image"}]}}`, prompt},
		{"a notification", `{"type":"user","origin":{"kind":"task-notification"},"promptSource":"system"}`, ""},
		{"a notification, 2.1.197", `{"type":"user","origin":{"kind":"task-notification"},"promptSource":"sdk"}`, ""},
		{"what a command expands to", `{"type":"user","isMeta":true,"promptSource":"typed"}`, ""},
		{"a built-in command", `{"type":"user","message":{"content":"<command-name>/clear</command-name>"}}`, ""},
		{"a result", `{"type":"user","message":{"content":[{"type":"tool_result"}]}}`, ""},
		{"an interruption", `{"type":"user","interruptedMessageId":"msg_1"}`, ""},
		{"a summary", `{"type":"user","isCompactSummary":true}`, ""},
		{"to a sub-agent", `{"type":"user","isSidechain":true,"promptSource":"sdk"}`, "sub prompt"},
		{"by another name", `{"type":"User","origin":{"kind":"human"}}`, ""},
	} {
		if got := kinds(t, logOf(t, "claude"), c.line); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestClaudeLog(t *testing.T) {
	const (
		text  = `{"type":"assistant","message":{"id":"m1","content":[{"type":"text","text":"I look."}],"stop_reason":"tool_use"}}`
		call  = `{"type":"assistant","message":{"id":"m1","content":[{"type":"tool_use","id":"t1","name":"Bash"}],"stop_reason":"tool_use"}}`
		last  = `{"type":"assistant","message":{"id":"m2","content":[],"stop_reason":"end_turn"}}`
		cut   = `{"type":"assistant","message":{"id":"m3","content":[{"type":"tool_use","id":"t2","name":"Bash"}],"stop_reason":null}}`
		fault = `{"type":"assistant","isApiErrorMessage":true,"message":{"id":"m4","model":"<synthetic>","content":[]}}`
		sub   = `{"type":"assistant","isSidechain":true,"message":{"id":"m5","content":[],"stop_reason":"end_turn"}}`
	)
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"blocks of one response", []string{text, call}, "turn, say, usage, more, tool_call, more"},
		{"a response that ends the run", []string{last, `{"type":"system","subtype":"turn_duration"}`}, "turn, usage, end"},
		{"a response that was cut off", []string{cut}, "turn, usage, tool_call"},
		{"an error", []string{fault}, ""},
		{"a sub-agent's", []string{sub}, "sub turn, sub usage"},
		{
			"the history of a fork", []string{
				strings.Replace(last, `{`, `{"requestSessionId":"1",`, 1),
				strings.Replace(last, `{`, `{"forkedFrom":{"sessionId":"1"},`, 1),
			}, "",
		},
	} {
		if got := kinds(t, logOf(t, "claude"), c.lines...); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestAResumedFileIsReadFromAnywhere reads only the end of each file, as when its session was resumed.
func TestAResumedFileIsReadFromAnywhere(t *testing.T) {
	for _, table := range Tables() {
		for _, dir := range versions(t, "log", table) {
			for _, c := range captures(t, dir) {
				lines := bytes.SplitAfter(c.stream, []byte("\n"))
				half := bytes.Join(lines[len(lines)/2:], nil)
				broken := append(bytes.Clone(lines[len(lines)/2-1][1:]), half...) // a line without its beginning is none
				want := readAll(t, table.Log, false, half, len(half))
				if diff := cmp.Diff(want, readAll(t, table.Log, false, broken, len(broken))); diff != "" {
					t.Errorf("%s (-half +with half a line before):\n%s", c.file, diff)
				}
			}
		}
	}
}

func TestASessionFileTellsWhenAndWhere(t *testing.T) {
	for agent, lines := range map[string]string{
		"pi": `{"type":"session","id":"1","timestamp":"2026-11-20T21:48:29.125Z","cwd":"/p"}` + "\n" + piUser,
		"claude": `{"type":"user","sessionId":"1","timestamp":"2026-11-20T21:48:29.125Z","cwd":"/p"}` + "\n" +
			`{"type":"user","sessionId":"1","promptSource":"sdk"}`,
	} {
		events := readAll(t, logOf(t, agent), false, []byte(lines), len(lines))
		want := Event{Kind: Session, Text: "1", Time: "2026-11-20T21:48:29.125Z", Dir: "/p"}
		if len(events) < 2 || events[0] != want || events[1] != (Event{Kind: Prompt}) {
			t.Errorf("%s: %+v", agent, events)
		}
	}
}
