package detect

import "slices"

// copilot reads `copilot -p --output-format json`, 1.0.
//
// A turn is marked, and stays the same through its retries. The message with its calls comes before the tools start.
var copilot = Table{
	Name:     "copilot",
	Commands: []string{"copilot"},
	Packages: []string{"@github/copilot"},
	Sniff:    []string{"type=assistant.turn_start data.turnId?", "type=user.message data.content?"},
	Streams:  []string{"--output-format json"},
	Headless: []string{"-p", "--prompt"},
	Log:      &copilotLog,
	Subagent: "agentId?",
	Rules: slices.Concat(copilotRules, []Rule{
		{When: "type=result", Emit: Session, Text: "sessionId"},
		{When: "type=result", Emit: End},
	}),
}

// copilotLog reads Copilot's file of a session: the same lines, about a second late, less those of the process.
var copilotLog = Table{
	Name:     "copilot",
	Subagent: "agentId?",
	Time:     "timestamp",
	Dir:      "data.context.cwd",
	Rules: slices.Concat([]Rule{
		{When: "type=session.start", Emit: Session, Text: "data.sessionId"},
	}, copilotRules, []Rule{
		{When: "type=assistant.message !agentId? data.toolRequests[].toolCallId?", Set: "calling"},
		{When: "type=assistant.turn_end !agentId?", Unless: "calling", Emit: End},
		{When: "type=assistant.turn_end !agentId?", Clear: "calling"},
	}),
}

var copilotRules = []Rule{
	// A message that is sent while Copilot works says that it was delivered otherwise.
	{When: "type=user.message data.delivery=idle", Emit: Prompt},
	{When: "type=user.message !data.delivery?", Emit: Prompt},
	{When: "type=assistant.turn_start", Emit: Turn},
	{When: "type=assistant.message data.content~.", Emit: Say, Text: "data.content"},
	{When: "type=assistant.message", Emit: ToolCall, Text: "data.toolRequests[].name"},
	{When: "type=assistant.message data.toolRequests[].toolCallId?", Emit: More},
	{
		When: "type=session.usage_record", Emit: Usage,
		Tokens: []string{"data.usage.inputTokens", "data.usage.outputTokens"},
	},
}
