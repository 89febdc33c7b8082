package detect

// cline reads `cline --json`, 3.0.
//
// An iteration is a response with its tools. Its hooks tell of each call before it is made; what they tell of a
// sub-agent names the agent above it.
var cline = Table{
	Name:     "cline",
	Commands: []string{"cline"},
	Packages: []string{"node_modules/cline"},
	Sniff:    []string{"type=run_start providerId? modelId?", "type=agent_event event.type=iteration_start"},
	Streams:  []string{"--json"},
	Subagent: "parentAgentId?",
	Rules: []Rule{
		{When: "type=run_start", Emit: Session, Text: "sessionId"},
		{When: "type=agent_event event.type=iteration_start", Emit: Turn},
		{When: "type=agent_event event.type=content_end event.contentType=text", Emit: Say, Text: "event.text"},
		{When: "type=agent_event event.type=content_start event.contentType=tool", Emit: ToolCall, Text: "event.toolName"},
		{When: "type=agent_event event.type=iteration_end event.hadToolCalls=true", Emit: More},
		{When: "type=hook_event hookEventName=tool_call", Emit: More},
		{
			When: "type=run_result", Emit: Usage,
			Tokens: []string{"usage.inputTokens", "usage.outputTokens"}, Cost: "usage.totalCost",
		},
		{When: "type=run_result", Emit: End},
		{When: "type=run_aborted", Emit: End},
	},
}
