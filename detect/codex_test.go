package detect

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// without returns the lines of a stream that hold none of the words, and those that hold twice once more, as 0.120
// writes its counts of tokens.
func without(stream []byte, twice string, words ...string) []byte {
	var left []byte
lines:
	for line := range bytes.Lines(stream) {
		for _, word := range words {
			if bytes.Contains(line, []byte(word)) {
				continue lines
			}
		}
		left = append(left, line...)
		if bytes.Contains(line, []byte(twice)) {
			left = append(left, line...)
		}
	}
	return left
}

// turns counts the turns in a session file of Codex's, and tells how many of them it could prove to go on.
func turns(t *testing.T, stream []byte) (turns, boundaries int) {
	t.Helper()
	fresh := false
	for _, e := range readAll(t, &codexLog, false, stream, max(1, len(stream))) {
		switch {
		case e.Kind == Turn:
			turns++
			fresh = true
		case e.Kind == More && fresh:
			boundaries++
			fresh = false
		}
	}
	return turns, boundaries
}

// TestOlderCodexCountsTheSame takes from each session file what Codex 0.120 did not write, and what a later one may
// not.
func TestOlderCodexCountsTheSame(t *testing.T) {
	const record, item, tokens = `"type":"token_usage_record"`, `"type":"response_item"`, `"type":"token_count"`
	for _, c := range captures(t, "testdata/log/codex/0.169.0") {
		name := filepath.Base(c.file)
		killed := strings.Contains(name, "sigkill-midtool") || strings.Contains(name, "sigterm")
		want, wantMore := turns(t, c.stream)
		got, more := turns(t, without(c.stream, tokens, record))
		if killed {
			wantMore = 0 // the results prove it, and there are none
		}
		if strings.Contains(name, "salvage-after-sigkill") {
			wantMore--
		}
		if got != want || more != wantMore {
			t.Errorf("%s without records: %d turns, %d boundaries, want %d, %d", name, got, more, want, wantMore)
		}
		if strings.Contains(name, "sigkill") || killed {
			want-- // the count of tokens would have followed the result
		}
		if got, _ := turns(t, without(c.stream, tokens, record, item)); got != want {
			t.Errorf("%s without records and items: %d turns, want %d", name, got, want)
		}
	}
}

func TestCodexLog(t *testing.T) {
	const (
		task    = `{"type":"event_msg","payload":{"type":"task_started"}}`
		user    = `{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"UserMessage"}}}`
		call    = `{"type":"response_item","payload":{"type":"function_call","call_id":"c1","name":"exec_command"}}`
		unnamed = `{"type":"response_item","payload":{"type":"tool_search_call","call_id":"c2"}}`
		search  = `{"type":"response_item","payload":{"type":"web_search_call","id":"ws1"}}`
		output  = `{"type":"response_item","payload":{"type":"function_call_output","call_id":"c1"}}`
		words   = `{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"text":"Done."}]}}`
		record  = `{"type":"token_usage_record","payload":{"usage":{"total_tokens":5}}}`
		compact = `{"type":"compacted","payload":{}}`
		steer   = `{"type":"response_item","payload":{"type":"message","role":"user"}}`
		count   = `{"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"total_tokens":5}}}}`
		done    = `{"type":"event_msg","payload":{"type":"task_complete"}}`
	)
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"a run", []string{task, user, words, record, done}, "prompt, turn, say, usage, end"},
		{"steering is no prompt", []string{task, user, user}, "prompt"},
		{"a task that no user's message starts", []string{task, words, record, done}, "turn, say, usage, end"},
		{"the record proves the next request", []string{call, record, output}, "turn, tool_call, usage, more"},
		{"where there is none, the result does", []string{call, output, output}, "turn, tool_call, more"},
		{"a user's message ends a response", []string{words, steer, words}, "turn, say, turn, say"},
		{"tokens are counted by the record", []string{words, record, count}, "turn, say, usage"},
		{"or else once for each total", []string{words, count, count}, "turn, say, usage"},
		{"a call without a name", []string{unnamed, record}, "turn, tool_call, usage, more"},
		{"a search is made elsewhere", []string{search, words, record}, "turn, say, usage"},
		{"a response without items", []string{record, record}, "turn, usage, turn, usage"},
		{
			"a compaction is no turn",
			[]string{call, record, output, record, compact, words, record},
			"turn, tool_call, usage, more, turn, usage, void, turn, say, usage",
		},
		{"one with the words of its summary", []string{output, words, record, compact}, "turn, say, usage, void"},
		{"one that was made elsewhere", []string{call, record, output, compact}, "turn, tool_call, usage, more"},
		{"one before a prompt's first turn", []string{words, record, done, task, compact}, "turn, say, usage, end"},
	} {
		if got := kinds(t, &codexLog, c.lines...); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}
