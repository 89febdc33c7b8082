package detect

import "slices"

// piHook reads what turnguard's own extension reports from inside pi: pi's events under their names in the stream, what
// came in as input, and a gate before each request. A turn begins at its gate, where it can still be held; a gate outside
// of a turn is some other request. A provider whose transport has no gate shows its turns when their responses end.
var piHook = Table{
	Name: "pi",
	Rules: slices.Concat([]Rule{
		{When: "type=hello", Emit: Session, Text: "session"},
		{When: "type=input source=extension", Set: "machine"},
		{When: "type=input !source=extension", Clear: "machine"},
		{When: "type=agent_start", Set: "fresh"},
		{When: "type=message_start message.role=user", If: "fresh", Unless: "machine", Emit: Prompt},
		{When: "type=message_start message.role=user", Clear: "machine"},
		{When: "type=message_start message.role~^(user|assistant)$", Clear: "fresh"},
		{When: "type=turn_start", Set: "coming"},
		{When: "type=gate", If: "coming", Emit: Turn},
		{When: "type=gate", Clear: "coming"},
		{When: "type=message_end message.role=assistant", If: "coming", Emit: Turn},
		{When: "type=message_end message.role=assistant", Clear: "coming"},
	}, piReply),
}

// piReply is what a finished response tells, on every way that it is reported.
var piReply = []Rule{
	{When: "type=message_end message.role=assistant", Emit: Say, Text: "message.content[].text"},
	{
		When: "type=message_end message.role=assistant", Emit: Usage,
		Tokens: []string{"message.usage.totalTokens"}, Cost: "message.usage.cost.total",
	},
	{When: "type=message_end message.role=assistant message.stopReason~^(error|aborted)$", Emit: Void},
	// The message announces all its calls at once; tool_execution_start follows for each when it is its turn.
	{When: "type=message_end message.role=assistant message.stopReason=toolUse", Emit: ToolCall, Text: "message.content[].name"},
	{When: "type=agent_end", Emit: End},
}
