// Package detect turns what an agent prints into what an agent does: bytes in, events out.
//
// It is pure. It opens no file, starts no process and reads no clock, so a captured stream gives the same events as a
// live one, whatever the chunks it arrives in. What the events mean for a limit is decided in supervisor/budget.
package detect

// Kind says what an [Event] reports.
type Kind uint8

const (
	// None is the zero Kind: nothing that counts.
	None Kind = iota
	// Prompt: a human's message has started a run. Steering messages, retries, notifications and the prompts of
	// sub-agents are not prompts.
	Prompt
	// Turn: a turn has begun, that is one model response with the tool calls it will ask for.
	Turn
	// Void: the turn that began last was no turn after all; its request failed and will be retried, or was aborted.
	Void
	// More: the response of the current turn asked for tools, so another request follows unless the agent is stopped.
	More
	// ToolCall: one tool call was announced. Text is the tool's name.
	ToolCall
	// Say: words of the agent to its user. Text holds them.
	Say
	// Usage: what the last response used. Tokens and Cost hold it.
	Usage
	// Session: the agent has named its session. Text is the id that its resume command takes.
	Session
	// End: the run that the last Prompt started is over.
	End
	// Result: a tool call has come back. Text is the tool's name, Print the fingerprint of the call and its result.
	Result
)

var kindNames = [...]string{"none", "prompt", "turn", "void", "more", "tool_call", "say", "usage", "session", "end", "result"}

// String names the kind as the events file spells it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Event is one thing that an agent did, in the order in which it was proven.
type Event struct {
	Kind Kind
	// Sub tells that a sub-agent did it, not the agent that the user talks to.
	Sub bool
	// Text is the tool's name of a ToolCall or a Result, the words of a Say, the id of a Session. It comes from the agent
	// and is not fit for a terminal as it is.
	Text string
	// Tokens counts the tokens, sent and received, of a Usage.
	Tokens int64
	// Cost is the price of a Usage in US dollars, 0 where the agent does not tell.
	Cost float64
	// Print is equal for two Results if tool, arguments and result are, and else differs. It is "" where they are not
	// known well enough to be compared.
	Print string
	// Time and Dir are when the agent wrote this down, in RFC 3339, and the directory that it worked in then. Only session
	// files tell, and not all of them; both are "" otherwise, and no more to be trusted than Text.
	Time, Dir string
}
