// Package demo is a scripted agent: it prints the events of one at the pace of one, and asks no model anything.
package demo

import (
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Pace is how fast the agent works unless it is told otherwise.
const Pace = 350 * time.Millisecond

// step is one turn: what the agent says, and the tool that it calls then, if any.
type step struct{ words, tool, argument string }

var script = []step{
	{"Let me look at the project first.", "bash", "ls -la"},
	{"The tests are in one file. Reading it.", "read", "parser_test.go"},
	{"Running them to see which one fails.", "bash", "go test ./..."},
	{"One fails: an empty line is not handled. Looking at the parser.", "read", "parser.go"},
	{"That is the place. Mending it.", "edit", "parser.go"},
	{"Running the tests again.", "bash", "go test ./..."},
	{"Another one fails now. Looking closer.", "read", "lexer.go"},
	{"The lexer drops the line before the parser sees it. Mending that, too.", "edit", "lexer.go"},
	{"Running the tests once more.", "bash", "go test ./..."},
	{"All tests pass: the lexer keeps empty lines now and the parser accepts them.", "", ""},
}

// event is a line of the stream, shaped like pi's.
type event struct {
	Type     string   `json:"type"`
	Message  *message `json:"message,omitempty"`
	ToolName string   `json:"toolName,omitempty"`
	Args     []string `json:"args,omitempty"`
}

type message struct {
	Role       string `json:"role"`
	Content    []text `json:"content"`
	StopReason string `json:"stopReason"`
}

type text struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// Agent works through its script and prints it to w.
func Agent(w io.Writer, pace time.Duration) error {
	var err error
	say := func(after time.Duration, e event) {
		time.Sleep(after)
		line, marshalErr := json.Marshal(e)
		if err == nil {
			err = marshalErr
		}
		if err == nil {
			_, err = fmt.Fprintf(w, "%s\n", line)
		}
	}
	say(pace, event{Type: "agent_start"})
	for _, s := range script {
		say(0, event{Type: "turn_start"})
		reply := message{Role: "assistant", Content: []text{{Type: "text", Text: s.words}}, StopReason: "stop"}
		if s.tool != "" {
			reply.StopReason = "toolUse"
		}
		say(2*pace, event{Type: "message_end", Message: &reply})
		if s.tool != "" {
			say(0, event{Type: "tool_execution_start", ToolName: s.tool, Args: []string{s.argument}})
			say(pace, event{Type: "tool_execution_end", ToolName: s.tool})
		}
		say(0, event{Type: "turn_end"})
		if err != nil {
			return fmt.Errorf("demo: %w", err)
		}
	}
	say(0, event{Type: "agent_end"})
	return err
}
