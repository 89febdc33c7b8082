package modelserver

import (
	"encoding/json"
	"fmt"
)

// readResponses reads a request for a response: a list of items, of which any number make one answer.
func readResponses(raw []byte) (body, error) {
	var request struct {
		Model string
		Input []struct {
			Type, Role string
			Content    json.RawMessage
		}
		Tools []json.RawMessage
	}
	err := json.Unmarshal(raw, &request)
	b := body{Model: request.Model, Tools: request.Tools}
	for _, item := range request.Input {
		m := message{Role: item.Role, Content: item.Content}
		switch item.Type {
		case "reasoning", "function_call", "custom_tool_call":
			m.Role = "assistant"
		case "function_call_output", "custom_tool_call_output":
			m.Role = "tool"
		}
		if n := len(b.Messages); m.Role == "assistant" && n > 0 && b.Messages[n-1].Role == "assistant" {
			continue
		}
		b.Messages = append(b.Messages, m)
	}
	return b, err
}

// responses lays an answer out as the events of a streamed response.
func responses(id int, model string, s Step) []string {
	var events []string
	send := func(kind string, fields object) {
		fields["sequence_number"] = len(events)
		events = append(events, event(kind, fields))
	}
	items := 0
	// item sends one part of the answer: as it begins, how it grows by deltas of a kind, and as it is in the end.
	item := func(kind string, begin, end object, delta string, deltas ...string) {
		name := fmt.Sprintf("%s_%d_%d", kind, id, items)
		for _, o := range []object{begin, end} {
			o["type"], o["id"] = kind, name
		}
		send("response.output_item.added", object{"output_index": items, "item": begin})
		for _, d := range deltas {
			send(delta, object{"output_index": items, "item_id": name, "content_index": 0, "summary_index": 0, "delta": d})
		}
		send("response.output_item.done", object{"output_index": items, "item": end})
		items++
	}

	response := object{"id": fmt.Sprintf("resp_%d", id), "object": "response", "model": model}
	send("response.created", object{"response": response})
	if s.Thinking != "" {
		item("reasoning", object{"summary": []any{}},
			object{"summary": []object{{"type": "summary_text", "text": s.Thinking}}},
			"response.reasoning_summary_text.delta", words(s.Thinking)...)
	}
	if s.Text != "" {
		item("message", object{"role": "assistant", "content": []any{}},
			object{"role": "assistant", "content": []object{{"type": "output_text", "text": s.Text}}},
			"response.output_text.delta", words(s.Text)...)
	}
	for i, c := range s.Calls {
		call, arguments := fmt.Sprintf("call_%d_%d", id, i), encode(c.Arguments)
		item("function_call", object{"call_id": call, "name": c.Tool, "arguments": ""},
			object{"call_id": call, "name": c.Tool, "arguments": arguments},
			"response.function_call_arguments.delta", arguments)
	}
	send("response.completed", object{"response": object{
		"id": response["id"], "object": "response", "model": model, "status": "completed",
		"usage": object{
			"input_tokens": inputTokens, "output_tokens": outputTokens, "total_tokens": inputTokens + outputTokens,
		},
	}})
	return events
}
