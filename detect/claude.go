package detect

// claude reads `claude -p --output-format stream-json`, with and without partial messages, one-way and two-way.
//
// A response comes as one line for each block of its content, and all of them share message.id. The first block that
// calls a tool proves the next request; it is written before the tool starts. system/init opens every run, also one
// that Claude starts by itself when a background helper has reported back: that is no prompt.
var claude = Table{
	Name:     "claude",
	Commands: []string{"claude"},
	Packages: []string{"claude-code"},
	Sniff: []string{
		"type=system subtype=init session_id? tools? permissionMode?", "type=system subtype=hook_started session_id?",
	},
	Streams:  []string{"--output-format stream-json"},
	Headless: []string{"-p", "--print"},
	TwoWay:   []string{"--input-format stream-json"},
	Steer:    `{"type":"user","message":{"role":"user","content":TEXT}}`,
	Resume: &Resume{
		Session: "--resume",
		Unsaved: "--no-session-persistence",
		Keep: []string{
			"--output-format <format>", "--verbose", "--include-partial-messages", "--model <model>",
			"--fallback-model <model>", "--effort <level>", "--betas <betas...>", "--system-prompt <prompt>",
			"--system-prompt-file <file>", "--append-system-prompt <prompt>", "--append-system-prompt-file <file>",
			"--agent <agent>", "--agents <json-or-file>", "--settings <file-or-json>", "--setting-sources <sources>",
			"--bare", "--safe-mode", "--restricted",
		},
		// A Stop hook that asks for another turn would have its way, or the answer be an error. Of two --settings the
		// last one counts, so this does not get in the way of the user's own.
		Salvage: []string{
			"--settings", `{"disableAllHooks":true}`, "--tools", "", "--strict-mcp-config", "--max-turns", "1",
		},
		Prompt: []string{"-p"},
	},
	Hook:     &claudeHook,
	Log:      &claudeLog,
	Subagent: "parent_tool_use_id?",
	Ignore:   "is_api_error_message=true",
	Rules: []Rule{
		{When: "type=system subtype=init", Key: "session_id", Emit: Session, Text: "session_id"},
		{When: "type=system subtype=init", Unless: "notified", Emit: Prompt},
		{When: "type=system subtype=init", Clear: "notified"},
		{When: "type=system subtype=task_notification", Set: "notified"},
		{When: "type=assistant", Key: "message.id", Emit: Turn},
		{When: "type=assistant", Emit: Say, Text: "message.content[].text"},
		{
			When: "type=assistant", Key: "message.id", Emit: Usage,
			Tokens: []string{
				"message.usage.input_tokens", "message.usage.output_tokens",
				"message.usage.cache_read_input_tokens", "message.usage.cache_creation_input_tokens",
			},
		},
		{
			When: "type=assistant message.content[].type=tool_use", Key: "message.content[].id",
			Emit: ToolCall, Text: "message.content[].name",
			Call: "message.content[].id", Print: []string{"message.content[].input"},
		},
		{When: "type=assistant message.content[].type=tool_use", Emit: More},
		{
			When: "type=user message.content[].type=tool_result", Emit: Result,
			Call: "message.content[].tool_use_id", Print: []string{"message.content[].content"},
		},
		{When: "type=result", Clear: "notified", Emit: End},
	},
}
