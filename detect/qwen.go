package detect

import "slices"

// qwen reads `qwen -o stream-json`, with and without partial messages, one-way and two-way, and what its TUI writes
// with --json-file; 0.15 to 0.24.
//
// The lines are Claude's, but the words and the calls of one response are two lines with an id each. So a response is
// message_start where that is printed, and elsewhere a run of lines up to a user's. system/init opens every run but
// that of a background sub-agent's report, which is written as a user's words. An error of the API is written as the
// model's. The TUI writes prompts, and no init and no result.
var qwen = Table{
	Name:     "qwen",
	Commands: []string{"qwen"},
	Packages: []string{"qwen-code"},
	Sniff: []string{
		"type=system subtype=init session_id? permission_mode?", "type=system subtype=session_start session_id?",
	},
	Streams:  []string{"-o stream-json", "--output-format stream-json"},
	Headless: []string{"-p", "--prompt", "--input-format"},
	TwoWay:   []string{"--input-format stream-json"},
	File:     "--json-file",
	Resume: &Resume{
		Session: "--resume",
		Unsaved: "--chat-recording",
		Keep: []string{
			"--output-format, -o <format>", "--include-partial-messages", "--model, -m <model>", "--fallback-model <models...>",
			"--auth-type <type>", "--openai-api-key <key>", "--openai-base-url <url>", "--proxy <url>", "--insecure",
			"--system-prompt <text>", "--append-system-prompt <text>", "--output-style <style>", "--extensions, -e <names...>",
			"--bare", "--safe-mode",
		},
		// No word stands for all tools. A call of one that a later version adds ends the run.
		Salvage: []string{
			"--max-session-turns", "1", "--max-tool-calls", "0", "--allowed-mcp-server-names", "none", "--core-tools", "none",
			"--exclude-tools", "agent,skill,tool_call,tool_search,get_goal,update_goal,list_agents,send_message,task_stop," +
				"enter_worktree,exit_worktree,record_artifact,report_findings",
		},
		Prompt: []string{"-p"},
	},
	Log:      &qwenLog,
	Subagent: "parent_tool_use_id?",
	Ignore:   `type=assistant message.usage.output_tokens=0 message.content[].text~^\[API\sError:`,
	Hook:     &qwenHook,
	Rules: slices.Concat([]Rule{
		{When: "type=system subtype~^(init|session_start)$", Key: "session_id", Emit: Session, Text: "session_id"},
		{When: "type=system subtype=init", Emit: Prompt},
		{When: "type=system subtype=session_start", Set: "tui"},
		{
			When: "type=user !parent_tool_use_id? message.content[].type=text !message.content[].text~^<task-notification>",
			If:   "tui", Emit: Prompt,
		},
		{When: "type=stream_event event.type=message_start !parent_tool_use_id?", Set: "partial", Emit: Turn},
		{When: "type=stream_event event.type=message_start !parent_tool_use_id?", Clear: "calling"},
		{When: "type=assistant !parent_tool_use_id? message.content[].type=tool_use", Set: "calling"},
		{When: "type=stream_event event.type=message_stop !parent_tool_use_id?", If: "tui", Unless: "calling", Emit: End},
		// A sub-agent's prompt and results are each followed by a request; its last response does not show.
		{When: "type=user parent_tool_use_id?", Unless: "asked", Set: "asked", Emit: Turn},
		{When: "type=assistant parent_tool_use_id?", Clear: "asked"},
	}, claudeRun),
}

// claudeRun is what the lines of Claude's shape say where those of one response cannot be known by an id.
var claudeRun = []Rule{
	{When: "type=user !parent_tool_use_id?", Clear: "open"},
	{When: "type=assistant !parent_tool_use_id?", If: "partial", Set: "open"},
	{When: "type=assistant !parent_tool_use_id?", Unless: "open", Set: "open", Emit: Turn},
	{When: "type=assistant", Emit: Say, Text: "message.content[].text"},
	{
		When: "type=assistant", Emit: Usage,
		Tokens: []string{"message.usage.input_tokens", "message.usage.output_tokens"},
	},
	{
		When: "type=assistant message.content[].type=tool_use", Key: "message.content[].id",
		Emit: ToolCall, Text: "message.content[].name",
	},
	{When: "type=assistant message.content[].type=tool_use", Emit: More},
	{When: "type=result", Clear: "open", Emit: End},
}
