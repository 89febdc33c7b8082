package hook

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/turnguard/turnguard/supervisor/internal/control"
)

// call is what Claude Code, or an agent that learned from it, tells a hook, as far as the guard wants to know it. What tools
// were given and what they returned stays here: it can be megabytes.
type call struct {
	ID      int    `json:"id"`
	Type    string `json:"type"`
	Event   string `json:"hook_event_name,omitempty"`
	Session string `json:"session_id,omitempty"`
	Path    string `json:"transcript_path,omitempty"`
	File    string `json:"file,omitempty"`
	Agent   string `json:"agent_id,omitempty"`
	Prompt  words  `json:"prompt,omitempty"`
	Run     string `json:"prompt_id,omitempty"`
	Turn    string `json:"turn_id,omitempty"` // what codex calls a run
	Tool    words  `json:"tool_name,omitempty"`
	Last    words  `json:"last_assistant_message,omitempty"`
	Error   words  `json:"error,omitempty"`
	Said    words  `json:"prompt_response,omitempty"` // Gemini's last words

	Calls   json.RawMessage `json:"tool_calls,omitempty"`
	Results []result        `json:"results,omitempty"`
}

// Serve is one call of a hook that is a command: it tells the guard at a socket what in holds, waits for the verdict for as
// long as it takes, and writes to out what the agent is to do. After an error nothing was written, and the run must not go on.
func Serve(in io.Reader, out io.Writer, socket string) error {
	var c call
	if err := json.NewDecoder(in).Decode(&c); err != nil {
		return fmt.Errorf("reading what the agent says: %w", err)
	}
	c.ID, c.Type, c.Event = 1, c.Event, ""
	c.File, c.Path = c.Path, ""
	c.Results, c.Calls = outline(c.Calls), nil
	guard, err := control.Dial(socket)
	if err != nil {
		return fmt.Errorf("reaching the guard: %w", err)
	}
	defer guard.Close()
	if err := guard.Send(c); err != nil {
		return fmt.Errorf("telling the guard: %w", err)
	}
	reply, err := guard.Receive()
	if err != nil {
		return fmt.Errorf("waiting for the guard: %w", err)
	}
	var v Verdict
	if err := json.Unmarshal(reply, &v); err != nil {
		return fmt.Errorf("reading the guard's verdict: %w", err)
	}
	switch {
	case v.Stop && c.Type == "PreModelRequest": // codex goes on, whatever it is told
		return errors.New("the agent has to stop")
	case v.Stop:
		return json.NewEncoder(out).Encode(c.stopped("turnguard: " + v.Text))
	case v.Refuse:
		return json.NewEncoder(out).Encode(c.refused("turnguard: " + v.Text))
	}
	return c.pass(out, v.Words)
}

// pass lets the agent go on, with words for its next request if there are any.
func (c call) pass(out io.Writer, words string) error {
	if words == "" {
		return nil
	}
	return json.NewEncoder(out).Encode(map[string]any{
		"hookSpecificOutput": map[string]string{"hookEventName": c.Type, "additionalContext": words},
	})
}

// stopped is how an agent is told to stop. A tool that is only told that the run does not continue runs all the same.
func (c call) stopped(why string) any {
	answer := struct {
		Continue bool    `json:"continue"`
		Reason   string  `json:"stopReason"`
		Denied   *denial `json:"hookSpecificOutput,omitempty"`
	}{Reason: why}
	if c.Type == "PreToolUse" {
		answer.Denied = c.denied(why)
	}
	return answer
}

// refused is how an agent is told that a tool call is not to run.
func (c call) refused(why string) any {
	if c.Type == "BeforeTool" { // Gemini's
		return map[string]string{"decision": "deny", "reason": why}
	}
	return map[string]any{"hookSpecificOutput": c.denied(why)}
}

// denial keeps one tool call from running, and nothing else.
type denial struct {
	Event    string `json:"hookEventName"`
	Decision string `json:"permissionDecision"`
	Reason   string `json:"permissionDecisionReason"`
}

func (c call) denied(why string) *denial {
	return &denial{Event: c.Type, Decision: "deny", Reason: why}
}

// words are what a person would read of a text. Where another version of the agent has something else than a text, there
// are none, and the hook works all the same.
type words string

// UnmarshalJSON never fails.
func (w *words) UnmarshalJSON(value []byte) error {
	const most = 500
	var text string
	_ = json.Unmarshal(value, &text)
	*w = words(text[:min(len(text), most)])
	return nil
}
