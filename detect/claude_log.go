package detect

// claudeLog reads Claude Code's transcript of a session, and those of its sub-agents.
//
// A response is written block by block as in the stream, but only when it is complete, so that stop_reason is the real
// one. Of all that is written as a user's (results, commands, notifications, notices of an interruption), only what a
// human or a program typed starts a run; what is sent while Claude works is written as something else.
var claudeLog = Table{
	Name:     "claude",
	Time:     "timestamp",
	Dir:      "cwd",
	Subagent: "isSidechain=true",
	Rules: []Rule{
		{When: "type=user", Key: "sessionId", Emit: Session, Text: "sessionId"},
		{When: "type=user origin.kind=human !isMeta=true", Emit: Prompt},
		{When: "type=user !origin? promptSource~^(typed|queued|suggestion_accepted|sdk)$ !isMeta=true", Emit: Prompt},
		{When: claudeReply, Key: "message.id", Emit: Turn},
		{When: claudeReply, Emit: Say, Text: "message.content[].text"},
		{
			When: claudeReply, Key: "message.id", Emit: Usage,
			Tokens: []string{
				"message.usage.input_tokens", "message.usage.output_tokens",
				"message.usage.cache_read_input_tokens", "message.usage.cache_creation_input_tokens",
			},
		},
		{
			When: claudeReply + " message.content[].type=tool_use", Key: "message.content[].id",
			Emit: ToolCall, Text: "message.content[].name",
			Call: "message.content[].id", Print: []string{"message.content[].input"},
		},
		{
			When: "type=user message.content[].type=tool_result", Emit: Result,
			Call: "message.content[].tool_use_id", Print: []string{"message.content[].content"},
		},
		{When: claudeReply + " message.stop_reason=tool_use", Emit: More},
		{When: "type=system subtype=turn_duration", Emit: End},
		{When: `type=user message.content[].text~^\[Request\sinterrupted\sby\suser`, Emit: End},
	},
}

// claudeReply is a line of a response of this session. Errors are written as the words of a model that there is not, and
// a fork begins with the lines of the session that it was forked from, which now say so.
const claudeReply = "type=assistant !message.model=<synthetic> !requestSessionId? !forkedFrom?"
