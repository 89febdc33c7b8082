package detect

// opencodeHook reads what turnguard's own plugin reports from inside opencode. A turn begins at its gate; a gate that comes
// again is for a retry. A message that comes while opencode works joins the run. Sub-agents work in sessions of their own.
// A tool call is told of before it runs and can be held, too.
var opencodeHook = Table{
	Name:     "opencode",
	Subagent: "agent_id?",
	Rules: []Rule{
		{When: "type=prompt !agent_id?", Emit: Session, Text: "session"},
		{When: "type=prompt !agent_id?", Unless: "working", Emit: Prompt},
		{When: "type=prompt !agent_id?", Set: "working"},
		{When: "type=gate !again=true", Emit: Turn},
		{When: "type=gate !agent_id?", Set: "requested"},
		{When: "type=tool_call", Emit: ToolCall, Text: "name"},
		{When: "type=text", Emit: Say, Text: "text"},
		{
			When: "type=step_finish", Emit: Usage, Cost: "cost",
			Tokens: []string{"tokens.input", "tokens.output", "tokens.reasoning", "tokens.cache.read", "tokens.cache.write"},
		},
		{When: "type=step_finish !agent_id?", Clear: "requested"},
		{When: "type=error !agent_id?", If: "requested", Clear: "requested", Emit: Void},
		{When: "type=idle !agent_id?", If: "working", Emit: End},
		{When: "type=idle !agent_id?", Clear: "working"},
	},
}
