package detect

import "slices"

// piHook reads what turnguard's own extension reports from inside pi: pi's events under their names in the stream, what
// came in as input, and a gate before each request. A turn begins at its gate, where it can still be held; a gate outside
// of a turn is some other request. With several tools at once pi 0.74 gets to the gate before it has told of its
// turn_start, so the gate behind a response that asks for tools is a turn's in any case. A provider whose transport has no
// gate shows its turns when their responses end. A tool call is told of before it runs and can be held, too.
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
		{When: "type=turn_start", Unless: "early", Set: "coming"},
		{When: "type=turn_start", Clear: "early"},
		{When: "type=gate", If: "coming", Clear: "replied", Emit: Turn},
		{When: "type=gate", If: "replied", Set: "early", Emit: Turn},
		{When: "type=gate", Clear: "coming"},
		{When: "type=gate", Clear: "replied"},
		{When: "type=message_end message.role=assistant message.stopReason=toolUse", Set: "replied"},
		{When: "type=agent_end", Clear: "replied"},
		{When: "type=agent_end", Clear: "early"},
		{When: "type=message_end message.role=assistant", If: "coming", Emit: Turn},
		{When: "type=message_end message.role=assistant", Clear: "coming"},
		{When: "type=tool_call", Emit: ToolCall, Text: "name"},
		{When: "type=tool_result", Emit: Result, Text: "name", Print: []string{"print"}},
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
	{When: "type=agent_end", Emit: End},
}
