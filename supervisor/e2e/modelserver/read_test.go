package modelserver_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// An event of either protocol: the fields of it that the tests read.
type event struct {
	Choices []struct {
		Delta struct {
			ReasoningContent string `json:"reasoning_content"`
			Content          string
			ToolCalls        []struct {
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		}
		FinishReason string `json:"finish_reason"`
	}
	ContentBlock struct{ Type, Name string } `json:"content_block"`
	Delta        struct {
		Text, Thinking string
		PartialJSON    string `json:"partial_json"`
		StopReason     string `json:"stop_reason"`
	}
}

func events(t *testing.T, response *http.Response) (all []event) {
	t.Helper()
	stream, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(stream)) {
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok || data == "[DONE]\n" {
			continue
		}
		var e event
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		all = append(all, e)
	}
	return all
}

func readOpenAI(t *testing.T, events []event) (s modelserver.Step) {
	t.Helper()
	finish := ""
	for _, e := range events {
		for _, c := range e.Choices {
			s.Thinking += c.Delta.ReasoningContent
			s.Text += c.Delta.Content
			for _, tool := range c.Delta.ToolCalls {
				f := tool.Function
				s.Calls = append(s.Calls, modelserver.Call{Tool: f.Name, Arguments: object(t, f.Arguments)})
			}
			finish += c.FinishReason
		}
	}
	expectEnd(t, finish, "tool_calls", "stop", len(s.Calls) > 0)
	return s
}

func readAnthropic(t *testing.T, events []event) (s modelserver.Step) {
	t.Helper()
	finish := ""
	for _, e := range events {
		s.Thinking += e.Delta.Thinking
		s.Text += e.Delta.Text
		if e.ContentBlock.Type == "tool_use" {
			s.Calls = append(s.Calls, modelserver.Call{Tool: e.ContentBlock.Name})
		}
		if e.Delta.PartialJSON != "" {
			s.Calls[len(s.Calls)-1].Arguments = object(t, e.Delta.PartialJSON)
		}
		finish += e.Delta.StopReason
	}
	expectEnd(t, finish, "tool_use", "end_turn", len(s.Calls) > 0)
	return s
}

// expectEnd fails unless an answer says why it ends: for its tools to run, or for good.
func expectEnd(t *testing.T, got, tools, forGood string, hasTools bool) {
	t.Helper()
	want := forGood
	if hasTools {
		want = tools
	}
	if got != want {
		t.Errorf("the answer ends with %q, want %q", got, want)
	}
}

func object(t *testing.T, text string) (o map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatal(err)
	}
	return o
}
