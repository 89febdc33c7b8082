package detect

// pi reads `pi --mode json` and `pi --mode rpc`, 0.74 to 1.5.
//
// Every automatic retry begins like a new prompt, with agent_start and turn_start, but without the user's message. So
// what a turn_start behind an agent_start means is settled by the message that follows it. A turn whose response failed
// or was aborted was no turn; after an abort pi even reports one for which it made no request at all.
var pi = Table{
	Name:     "pi",
	Commands: []string{"pi"},
	Packages: []string{"pi-coding-agent"},
	Sniff:    []string{"type=session version? cwd?"},
	Streams:  []string{"--mode json", "--mode rpc"},
	TwoWay:   []string{"--mode rpc"},
	Resume:   []string{"pi", "--session"},
	Rules: []Rule{
		{When: "type=session", Emit: Session, Text: "id"},
		{When: "type=agent_start", Set: "fresh"},
		{When: "type=turn_start", Unless: "fresh", Emit: Turn},
		{When: "type=message_start message.role=user", If: "fresh", Emit: Prompt},
		{When: "type=message_start message.role~^(user|assistant)$", If: "fresh", Clear: "fresh", Emit: Turn},
		{When: "type=message_end message.role=assistant", Emit: Say, Text: "message.content[].text"},
		{
			When: "type=message_end message.role=assistant", Emit: Usage,
			Tokens: []string{"message.usage.totalTokens"}, Cost: "message.usage.cost.total",
		},
		{When: "type=message_end message.role=assistant message.stopReason~^(error|aborted)$", Emit: Void},
		// The message announces all its calls at once; tool_execution_start follows for each when it is its turn.
		{When: "type=message_end message.role=assistant message.stopReason=toolUse", Emit: ToolCall, Text: "message.content[].name"},
		{When: "type=message_end message.role=assistant message.stopReason=toolUse", Emit: More},
		{When: "type=agent_end", Emit: End},
	},
}
