// Package control is the way to a guard that runs: a unix socket of its own, in a directory that is nobody else's. The
// agent's hooks talk to it from inside the tree, `turnguard limit` and `turnguard status` from outside. Both sides send
// messages, each a JSON object on a line of its own.
//
// It carries messages and says who is talking. What a message does is for the guard to decide.
package control

import "time"

// The types of a [Request].
const (
	TypeLimit  = "limit"  // change the limit
	TypeGrace  = "grace"  // change how many turns before it the agent is told to wrap up
	TypeStatus = "status" // tell the status
)

// Request is what the verbs ask of a guard. Other messages, those of hooks, have other types.
type Request struct {
	Type string `json:"type"` // TypeLimit, TypeGrace or TypeStatus
	// Limit is the wanted number of turns, of a TypeLimit, as budget.ParseLimit reads it, or of a TypeGrace.
	Limit string `json:"limit,omitempty"`
}

// Reply is a guard's answer to a [Request]. All texts are for a person.
type Reply struct {
	Error  string  `json:"error,omitempty"`  // why the guard refused; "" if it did not
	Text   string  `json:"text,omitempty"`   // what it did, of a TypeLimit or TypeGrace: "limit set to 50: 12 turns used"
	Status *Status `json:"status,omitempty"` // of a TypeStatus
}

// State says what a guard is doing.
type State string

// What a guard is doing.
const (
	StateRunning State = "running" // the agent runs
	StateAsking  State = "asking"  // the agent is held, a question is open
	StateEnding  State = "ending"  // the agent is being ended
)

// Status is how a run stands: what `turnguard status --json` prints of each guard. The counts are those of the result
// file, as of now.
type Status struct {
	PID           int       `json:"pid"`             // of the guard
	Agent         string    `json:"agent"`           // "pi", "claude", "generic"; "" if that has not been found out yet
	Command       []string  `json:"command"`         // the agent's command line, as typed
	Dir           string    `json:"cwd"`             // where it was started
	Limit         *int      `json:"limit"`           // turns per prompt; null: unlimited
	LimitSource   string    `json:"limit_source"`    // where the limit came from
	Used          int       `json:"used"`            // turns of the current grant
	Turns         int       `json:"turns"`           // in the whole session
	ToolCalls     int       `json:"tool_calls"`      // in the whole session, those of sub-agents too
	ToolCallLimit *int      `json:"tool_call_limit"` // per prompt; null: unlimited
	SubagentTurns int       `json:"subagent_turns"`
	Grants        int       `json:"grants"`   // how often the answer was yes
	Source        string    `json:"source"`   // where events come from: "hook", "stream" or "log"
	Counting      string    `json:"counting"` // "ok", "degraded" or "blind"
	State         State     `json:"state"`
	StartedAt     time.Time `json:"started_at"`
}
