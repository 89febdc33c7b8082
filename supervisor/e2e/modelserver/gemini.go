package modelserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// readGemini reads a request to generate content: what came from whom, in parts. Its tools come in bundles.
func readGemini(raw []byte) (body, error) {
	var request struct {
		Contents []struct {
			Role  string
			Parts json.RawMessage
		}
		Tools []struct {
			FunctionDeclarations []json.RawMessage
		}
	}
	err := json.Unmarshal(raw, &request)
	var b body
	for _, c := range request.Contents {
		m := message{Role: c.Role, Content: c.Parts}
		var parts []struct{ FunctionResponse json.RawMessage }
		if err == nil {
			err = json.Unmarshal(c.Parts, &parts)
		}
		for _, p := range parts {
			if p.FunctionResponse != nil {
				m.Role = "tool"
			}
		}
		if c.Role == "model" {
			m.Role = "assistant"
		}
		b.Messages = append(b.Messages, m)
	}
	for _, t := range request.Tools {
		b.Tools = append(b.Tools, t.FunctionDeclarations...)
	}
	return b, err
}

// generate answers a request to generate content. One that wants the answer whole, and not as a stream, is never for the
// agent itself: it has a small model choose between models, look for loops, or sum a session up.
func (s *Server) generate() http.HandlerFunc {
	stream := s.model(readGemini, gemini)
	whole := s.side(http.StatusOK, encode(geminiAnswer(0, object{"text": "{}"}, true)))
	return func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.PathValue("call"), ":streamGenerateContent") {
			stream(w, r)
			return
		}
		whole(w, r)
	}
}

// gemini lays an answer out as the events of streamed content. Only the last one says that it is the end.
func gemini(id int, _ string, s Step) []string {
	var parts []object
	for _, word := range words(s.Thinking) {
		parts = append(parts, object{"text": word, "thought": true})
	}
	for _, word := range words(s.Text) {
		parts = append(parts, object{"text": word})
	}
	for i, c := range s.Calls {
		parts = append(parts, object{"functionCall": object{
			"id": fmt.Sprintf("call_%d_%d", id, i), "name": c.Tool, "args": c.Arguments,
		}})
	}
	var events []string
	for i, p := range parts {
		events = append(events, "data: "+encode(geminiAnswer(id, p, i == len(parts)-1))+"\n\n")
	}
	return events
}

func geminiAnswer(id int, part object, end bool) object {
	candidate := object{"content": object{"role": "model", "parts": []object{part}}}
	if end {
		candidate["finishReason"] = "STOP"
	}
	return object{
		"responseId": fmt.Sprintf("response-%d", id),
		"candidates": []object{candidate},
		"usageMetadata": object{
			"promptTokenCount": inputTokens, "candidatesTokenCount": outputTokens,
			"totalTokenCount": inputTokens + outputTokens,
		},
	}
}
