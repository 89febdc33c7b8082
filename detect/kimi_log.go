package detect

// kimiLog reads Kimi's file of an agent's wire, the main agent's or a sub-agent's. A step is a response with its tools,
// however often it is retried; what is sent while Kimi works is a turn.steer.
var kimiLog = Table{
	Name:     "kimi",
	Subagent: "agentId? !agentId=main",
	Rules: []Rule{
		{When: "type=turn.prompt origin.kind=user", Emit: Prompt},
		{When: "type=context.append_loop_event event.type=step.begin", Key: "event.uuid", Emit: Turn},
		{When: "type=context.append_loop_event event.type=tool.call", Emit: ToolCall, Text: "event.name"},
		{When: "type=context.append_loop_event event.type=tool.call", Emit: More},
		{When: "type=turn.ended", Emit: End},
	},
}
