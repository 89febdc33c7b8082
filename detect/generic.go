package detect

// generic reads any program that prints the three lines of pi's stream that matter: agent_start when a run begins,
// turn_start when a turn does, and, if it will, turn_end or tool_execution_start.
var generic = Table{
	Name:  "generic",
	Sniff: []string{"type=agent_start", "type=turn_start"},
	Rules: []Rule{
		{When: "type=agent_start", Emit: Prompt},
		{When: "type=turn_start", Emit: Turn},
		{When: "type=message_end message.role=assistant", Emit: Say, Text: "message.content[].text"},
		{When: "type=message_end message.stopReason~^(error|aborted)$", Emit: Void},
		{When: "type=tool_execution_start", Emit: ToolCall, Text: "toolName", Call: "toolCallId", Print: []string{"args"}},
		{When: "type=tool_execution_start", Emit: More},
		{When: "type=tool_execution_end", Emit: Result, Call: "toolCallId", Print: []string{"result"}},
		{When: "type=turn_end"},
		{When: "type=agent_end", Emit: End},
	},
}
