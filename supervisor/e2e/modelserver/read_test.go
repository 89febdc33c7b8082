package modelserver_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// events reads a stream of events, of which an E has the fields that the tests want.
func events[E any](t *testing.T, response *http.Response) (all []E) {
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
		var e E
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		all = append(all, e)
	}
	return all
}

func readOpenAI(t *testing.T, response *http.Response) (s modelserver.Step) {
	t.Helper()
	finish := ""
	for _, e := range events[struct {
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
	}](t, response) {
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

func readAnthropic(t *testing.T, response *http.Response) (s modelserver.Step) {
	t.Helper()
	finish := ""
	for _, e := range events[struct {
		ContentBlock struct{ Type, Name string } `json:"content_block"`
		Delta        struct {
			Text, Thinking string
			PartialJSON    string `json:"partial_json"`
			StopReason     string `json:"stop_reason"`
		}
	}](t, response) {
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

// readResponses reads the deltas, and fails unless each item is in the end what they make together.
func readResponses(t *testing.T, response *http.Response) (s modelserver.Step) {
	t.Helper()
	grown, finish := "", ""
	for n, e := range events[struct {
		Type   string
		Number int `json:"sequence_number"`
		Delta  string
		Item   struct {
			Type, Name, Arguments string
			Summary, Content      []struct{ Text string }
		}
		Response struct{ Status string }
	}](t, response) {
		if e.Number != n {
			t.Errorf("event %d has the number %d", n, e.Number)
		}
		grown += e.Delta
		finish = e.Response.Status
		if e.Type != "response.output_item.done" {
			continue
		}
		whole := e.Item.Arguments
		switch e.Item.Type {
		case "reasoning":
			whole = e.Item.Summary[0].Text
			s.Thinking += whole
		case "message":
			whole = e.Item.Content[0].Text
			s.Text += whole
		case "function_call":
			s.Calls = append(s.Calls, modelserver.Call{Tool: e.Item.Name, Arguments: object(t, whole)})
		}
		if grown != whole {
			t.Errorf("the deltas make %q, and the item is %q", grown, whole)
		}
		grown = ""
	}
	expectEnd(t, finish, "completed", "completed", len(s.Calls) > 0)
	return s
}

func readGemini(t *testing.T, response *http.Response) (s modelserver.Step) {
	t.Helper()
	finish := ""
	for _, e := range events[struct {
		Candidates []struct {
			Content struct {
				Parts []struct {
					Text         string
					Thought      bool
					FunctionCall struct {
						Name string
						Args map[string]any
					}
				}
			}
			FinishReason string
		}
	}](t, response) {
		candidate := e.Candidates[0]
		part := candidate.Content.Parts[0]
		switch {
		case part.FunctionCall.Name != "":
			s.Calls = append(s.Calls, modelserver.Call{Tool: part.FunctionCall.Name, Arguments: part.FunctionCall.Args})
		case part.Thought:
			s.Thinking += part.Text
		default:
			s.Text += part.Text
		}
		finish += candidate.FinishReason
	}
	expectEnd(t, finish, "STOP", "STOP", len(s.Calls) > 0)
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
