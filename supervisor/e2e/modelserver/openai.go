package modelserver

import (
	"encoding/json"
	"fmt"
	"strings"
)

type object = map[string]any

// openAI lays an answer out as the events of a streamed chat completion.
func openAI(id int, model string, s Step) []string {
	var events []string
	send := func(key string, value any) {
		events = append(events, "data: "+encode(object{
			"id": fmt.Sprintf("chatcmpl-%d", id), "object": "chat.completion.chunk", "model": model,
			"choices": []any{}, key: value,
		})+"\n\n")
	}
	choice := func(delta object, finish any) {
		send("choices", []object{{"index": 0, "delta": delta, "finish_reason": finish}})
	}

	choice(object{"role": "assistant", "content": ""}, nil)
	for _, word := range words(s.Thinking) {
		choice(object{"reasoning_content": word}, nil)
	}
	for _, word := range words(s.Text) {
		choice(object{"content": word}, nil)
	}
	for i, c := range s.Calls {
		choice(object{"tool_calls": []object{{
			"index": i, "id": fmt.Sprintf("call_%d_%d", id, i), "type": "function",
			"function": object{"name": c.Tool, "arguments": encode(c.Arguments)},
		}}}, nil)
	}
	finish := "stop"
	if len(s.Calls) > 0 {
		finish = "tool_calls"
	}
	choice(object{}, finish)
	send("usage", object{
		"prompt_tokens": inputTokens, "completion_tokens": outputTokens, "total_tokens": inputTokens + outputTokens,
	})
	return append(events, "data: [DONE]\n\n")
}

// The price of every answer.
const (
	inputTokens  = 100
	outputTokens = 20
)

// words cuts a text as models stream it.
func words(text string) []string {
	if text == "" {
		return nil
	}
	return strings.SplitAfter(text, " ")
}

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // a script with arguments that no JSON can hold
	}
	return string(b)
}
