package detect

// cursor reads `cursor-agent -p --output-format stream-json`. The lines are Claude's but for the tools, which have
// their own. So a response is the first thought, words or call behind a prompt or a result.
var cursor = Table{
	Name:     "cursor",
	Commands: []string{"cursor-agent"},
	Sniff:    []string{"type=system subtype=init session_id? apiKeySource? !tools?"},
	Streams:  []string{"--output-format stream-json"},
	Headless: []string{"-p", "--print"},
	Rules: []Rule{
		{When: "type=system subtype=init", Key: "session_id", Emit: Session, Text: "session_id"},
		{When: "type=user", Clear: "open", Emit: Prompt},
		{When: "type=thinking", Unless: "open", Set: "open", Emit: Turn},
		{When: "type=assistant", Unless: "open", Set: "open", Emit: Turn},
		{When: "type=assistant", Emit: Say, Text: "message.content[].text"},
		{When: "type=tool_call subtype=started", Unless: "open", Set: "open", Emit: Turn},
		{When: "type=tool_call subtype=started", Key: "call_id", Emit: ToolCall, Text: "tool_call.function.name"},
		{When: "type=tool_call subtype=started", Emit: More},
		{When: "type=tool_call subtype=completed", Clear: "open"},
		{When: "type=result", Emit: End},
	},
}
