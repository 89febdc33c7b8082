package modelserver

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// A Lane tells apart whom a request is for.
type Lane uint8

// The lanes. Only Main counts as turns of the agent.
const (
	Main     Lane = iota // the agent itself
	SubAgent             // one of its sub-agents
	Side                 // anything else: titles, token counts, health checks
)

// A Request is one arrival at the server.
type Request struct {
	At     time.Time // when its head had arrived
	Path   string
	Lane   Lane
	Agent  string // which sub-agent, empty for the agent itself
	Prompt int    // how many prompts of a person it carries
	Step   int    // how many answers it carries after the last of these: the step of the script that it is owed
	Tools  int    // how many tools it offers the model
	Words  int    // how often it carries the script's words
	Status int    // of the answer, set before its first byte goes out; 0 until then
}

// body is a request as chat completions and messages have it. The others are turned into it.
type body struct {
	Model    string            `json:"model"`
	Messages []message         `json:"messages"`
	Tools    []json.RawMessage `json:"tools"`
}

type message struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

// readMessages reads a request that is one as it stands.
func readMessages(raw []byte) (b body, err error) { return b, json.Unmarshal(raw, &b) }

// describe reads off a request what the script and the log need.
func describe(r *http.Request, b body, words string) Request {
	req := Request{Path: r.URL.Path, Agent: r.Header.Get("X-Claude-Code-Agent-Id"), Tools: len(b.Tools)}
	for _, m := range b.Messages {
		told := 0
		if words != "" {
			told = bytes.Count(m.Content, []byte(words))
		}
		req.Words += told
		switch {
		case told > 0 && m.Role == "user":
		case m.Role == "assistant":
			req.Step++
		case m.Role == "user" && m.fromPerson():
			req.Prompt++
			req.Step = 0
		}
	}
	switch {
	case req.Tools == 0:
		req.Lane = Side
	case req.Agent != "":
		req.Lane = SubAgent
	}
	return req
}

// fromPerson tells a prompt from what an agent sends in the same role: the results of tools, and notes of its own,
// which it puts between tags.
func (m message) fromPerson() bool {
	var text string
	if json.Unmarshal(m.Content, &text) == nil {
		return isProse(text)
	}
	var blocks []struct{ Type, Text string }
	if json.Unmarshal(m.Content, &blocks) != nil {
		return false
	}
	prose := false
	for _, b := range blocks {
		if b.Type == "tool_result" {
			return false
		}
		prose = prose || isProse(b.Text)
	}
	return prose
}

func isProse(text string) bool {
	return text != "" && !strings.HasPrefix(text, "<")
}
