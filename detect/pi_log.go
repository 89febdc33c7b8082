package detect

// piLog reads pi's session file, 0.74 to 1.5.
//
// The file holds messages, no turns: a response is written when it is complete, before its tools run, and the results
// of the tools when all are done, just before the next request. So a prompt or a result shows that a turn has begun. A
// message that is sent while pi works is written behind the results; one that follows the last response starts a run.
var piLog = Table{
	Name: "pi",
	Time: "timestamp",
	Dir:  "cwd", // in the first line
	Rules: []Rule{
		{When: "type=session", Emit: Session, Text: "id"},
		{When: "type=message message.role=user", Unless: "working", Emit: Prompt},
		{When: "type=message message.role=toolResult", Emit: Result, Call: "message.toolCallId", Print: piOutput},
		{When: "type=message message.role~^(user|toolResult)$", Unless: "begun", Set: "begun", Emit: Turn},
		{When: "type=message message.role=assistant", Unless: "begun", Emit: Turn},
		{When: "type=message message.role=assistant", Clear: "begun"},
		{When: "type=message message.role=assistant", Emit: Say, Text: "message.content[].text"},
		{
			When: "type=message message.role=assistant", Emit: Usage,
			Tokens: []string{"message.usage.totalTokens"}, Cost: "message.usage.cost.total",
		},
		{When: "type=message message.role=assistant message.stopReason~^(error|aborted)$", Emit: Void},
		{
			When: "type=message message.role=assistant message.stopReason=toolUse", Emit: ToolCall, Text: "message.content[].name",
			Call: "message.content[].id", Print: []string{"message.content[].arguments"},
		},
		{When: "type=message message.role=assistant message.stopReason=toolUse", Set: "working", Emit: More},
		{When: "type=message message.role=assistant !message.stopReason=toolUse", Clear: "working"},
		{When: "type=message message.role=assistant message.stopReason~^(stop|length|aborted)$", Emit: End},
	},
}
