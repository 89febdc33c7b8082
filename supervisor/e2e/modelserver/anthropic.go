package modelserver

import "fmt"

// anthropic lays an answer out as the events of a streamed message.
func anthropic(id int, model string, s Step) []string {
	var events []string
	send := func(kind string, fields object) {
		events = append(events, event(kind, fields))
	}
	blocks := 0
	block := func(start object, deltas ...object) {
		send("content_block_start", object{"index": blocks, "content_block": start})
		for _, d := range deltas {
			send("content_block_delta", object{"index": blocks, "delta": d})
		}
		send("content_block_stop", object{"index": blocks})
		blocks++
	}

	send("message_start", object{"message": object{
		"id": fmt.Sprintf("msg_%d", id), "type": "message", "role": "assistant", "model": model, "content": []any{},
		"stop_reason": nil, "stop_sequence": nil, "usage": object{"input_tokens": inputTokens, "output_tokens": 1},
	}})
	if s.Thinking != "" {
		block(object{"type": "thinking", "thinking": "", "signature": ""},
			object{"type": "thinking_delta", "thinking": s.Thinking},
			object{"type": "signature_delta", "signature": "c2lnbmVk"})
	}
	if s.Text != "" {
		var deltas []object
		for _, word := range words(s.Text) {
			deltas = append(deltas, object{"type": "text_delta", "text": word})
		}
		block(object{"type": "text", "text": ""}, deltas...)
	}
	for i, c := range s.Calls {
		block(object{"type": "tool_use", "id": fmt.Sprintf("toolu_%d_%d", id, i), "name": c.Tool, "input": object{}},
			object{"type": "input_json_delta", "partial_json": encode(c.Arguments)})
	}
	stop := "end_turn"
	if len(s.Calls) > 0 {
		stop = "tool_use"
	}
	send("message_delta", object{
		"delta": object{"stop_reason": stop, "stop_sequence": nil},
		"usage": object{"output_tokens": outputTokens},
	})
	send("message_stop", object{})
	return events
}

// event lays out an event that is named twice: before its data, and in them.
func event(kind string, fields object) string {
	fields["type"] = kind
	return "event: " + kind + "\ndata: " + encode(fields) + "\n\n"
}
