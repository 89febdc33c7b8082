package detect

// Table describes how one agent's JSON stream is read. It is data: an agent that is not known yet takes a table and a
// capture, no code.
type Table struct {
	// Name is what --agent takes and what the result file says.
	Name string
	// Commands are the names under which the agent is started.
	Commands []string
	// Packages are npm packages that hold the agent, for commands that name a file or a package instead: with their scope,
	// or the directory above, where the name alone would be too common.
	Packages []string
	// Sniff holds conditions that begin with `type=`; the first line that meets one of them tells that a stream of unknown
	// origin is this agent's. No line meets those of two agents.
	Sniff []string
	// Streams holds words of the command line (see TwoWay) that make the agent print its events. Without one of them there
	// will be nothing to count.
	Streams []string
	// Headless holds words of the command line by which the agent takes its prompt from there, does it, and ends. Without
	// one of them it waits for a person to type.
	Headless []string
	// TwoWay holds words of the agent's command line, each with its value where it has one ("--mode rpc"), by which it
	// reads further prompts from its standard input.
	TwoWay []string
	// Steer is a line on the standard input of a two-way agent that gives it a message while it works; TEXT stands for the
	// message, as a JSON string.
	Steer string
	// Types tells that what is typed into its screen while it works, and sent with Enter, is such a message. It is not
	// where the agent may be asking whether a tool shall run: Enter would allow that.
	Types bool
	// Uncounted tells that the stream shows neither every turn nor every tool call, so that Log or Hook must count them.
	Uncounted bool
	// Local is a flag by which the interactive agent does its work in its own process, where some of its versions leave that
	// to a daemon.
	Local string
	// Remote holds the verbs and flags by which the agent works in another process, which is not below the one started.
	Remote []string
	// File is a flag by which the interactive agent writes its stream to the file that follows, beside its screen.
	File string
	// Resume is how the agent goes on with a session that it has saved, nil if it cannot.
	Resume *Resume

	// Hook is how the messages are read that turnguard's hook sends from inside the agent, nil if there is none.
	Hook *Table
	// Log is how the session file is read that the agent writes, nil if it writes none.
	Log *Table

	// Subagent is a condition: the line tells of a sub-agent, and so do all events taken from it.
	Subagent string
	// Child is a condition: the line, as the head of a sub-agent's own file does, tells that all of what is read is a
	// sub-agent's.
	Child string
	// Ignore is a condition: the line is the agent's but says nothing, whatever the rules say.
	Ignore string
	// Timely tells of a session file that a line is written there before the request that it announces.
	Timely bool
	// Time and Dir are paths to what the lines of a session file say of themselves: when they were written, in RFC 3339,
	// and in which directory the agent works. Either may be "".
	Time, Dir string
	// Rules are tried one after the other on every line; each one that holds gives its event.
	Rules []Rule
}

// Rule says what a line means.
//
// Conditions are words separated by spaces that must all hold. A word is `path=value`, `path~regexp` or `path?` (there
// is such a value, and it is not null), with a `!` before it for the opposite. A path is keys joined by dots; `key[]`
// stands for each element of an array, and then one element that fits is enough.
type Rule struct {
	// When is the condition. It should begin with `type=`: lines of types that no rule names are not even decoded.
	When string
	// If and Unless name flags that must be, or must not be, set. Flags carry what earlier lines said.
	If, Unless string
	// Set and Clear name the flag that the rule sets or clears when it holds.
	Set, Clear string
	// Key is a path: the rule holds once for each value found there, for what several lines report.
	Key string
	// Emit is the event, if any.
	Emit Kind
	// Text is the path of the event's text. With several values there is an event for each.
	Text string
	// Tokens are paths of counts that add up to the event's Tokens.
	Tokens []string
	// Cost is the path of the event's Cost.
	Cost string
	// Print are paths of what goes, as it is written, into the fingerprint of a Result besides the tool's name.
	Print []string
	// Call is the path of the id of a tool call, where the call and its result stand on different lines: a rule that emits
	// ToolCall puts down Text and Print of the call under its id, and one that emits Result takes them from there.
	Call string
}
