package detect

// codexLog reads Codex's rollout file of a thread, and those of its sub-agents' threads.
//
// A response is written item by item, then its token_usage_record, which 0.120 does not have, and its results when all
// of its tools are done. So its first item shows a turn, its record or else its results end it, and a record without
// items is a turn as well. Where neither can be read, the total of tokens changes once for each turn. A compaction is a
// response that no run has asked for. What is sent while Codex works is a user's message in the same task.
var codexLog = Table{
	Name:   "codex",
	Child:  "type=session_meta payload.source.subagent?",
	Timely: true,
	Time:   "timestamp",
	Dir:    "payload.cwd",
	Rules: []Rule{
		{
			When: "type=session_meta !payload.source.subagent?", Unless: "named", Set: "named",
			Emit: Session, Text: "payload.id",
		},
		{When: "type=event_msg payload.type=task_started", Set: "fresh", Clear: "open"},
		{When: "type=event_msg payload.type=task_started", Clear: "recorded"},
		{
			When: "type=event_msg payload.type=item_completed payload.item.type=UserMessage",
			If:   "fresh", Clear: "fresh", Emit: Prompt,
		},
		{When: "type=event_msg payload.type=user_message", If: "fresh", Clear: "fresh", Emit: Prompt},

		{When: codexReply, Unless: "open", Set: "open", Emit: Turn},
		{When: "type=response_item payload.role=assistant", Emit: Say, Text: "payload.content[].text"},
		{When: codexCall, Key: "payload.call_id", Emit: ToolCall, Text: "payload.name"},
		{When: codexCall, Set: "calling"},

		{When: "type=token_usage_record", Unless: "open", Emit: Turn},
		{When: "type=token_usage_record", Emit: Usage, Tokens: []string{"payload.usage.total_tokens"}},
		{When: "type=token_usage_record", If: "calling", Clear: "calling", Emit: More},
		{When: "type=token_usage_record", Set: "recorded", Clear: "open"},
		{When: "type=token_usage_record", Set: "records"},
		{When: "type=compacted", If: "recorded", Clear: "recorded", Emit: Void},

		{When: "type=response_item payload.type~_output$", If: "calling", Clear: "calling", Emit: More},
		{When: "type=response_item payload.type~_output$", Clear: "recorded"},
		{When: "type=response_item payload.type~_output$", Clear: "open"},
		{When: "type=response_item payload.role=user", Clear: "open"},

		{When: "type=response_item", Set: "items"},
		{
			When: "type=event_msg payload.type=token_count", Unless: "items",
			Key: "payload.info.total_token_usage.total_tokens", Emit: Turn,
		},
		{
			When: "type=event_msg payload.type=token_count", Unless: "records",
			Key: "payload.info.total_token_usage.total_tokens", Emit: Usage,
			Tokens: []string{"payload.info.last_token_usage.total_tokens"},
		},
		{When: "type=event_msg payload.type~^(task_complete|turn_aborted)$", Emit: End},
	},
}

const (
	// codexReply is an item that the model has made.
	codexReply = "type=response_item payload.type~^(message|reasoning|[a-z_]+_call)$ " +
		"!payload.role~^(user|developer|system)$"
	// codexCall is a call of a tool that runs here, so that its result is sent in another request.
	codexCall = "type=response_item payload.type~^(function|custom_tool|local_shell|tool_search)_call$"
)
