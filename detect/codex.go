package detect

// codex reads `codex exec --json`, 0.120 to 0.169.
//
// turn.started is a prompt's, and items are not responses: one response can run several commands, and many a tool shows
// as no item at all. So the turns are counted in the log, which is written for every session that is not --ephemeral.
var codex = Table{
	Name:      "codex",
	Commands:  []string{"codex"},
	Packages:  []string{"@openai/codex"},
	Sniff:     []string{"type=thread.started thread_id?"},
	Streams:   []string{"--json", "--experimental-json"},
	Headless:  []string{"exec", "e", "review"},
	Uncounted: true,
	Local:     "--no-daemon",
	// A salvage would need its verb in front of the flags, and code mode keeps a tool whatever the flags.
	Resume: &Resume{Session: "resume", Unsaved: "--ephemeral"},
	Hook:   &codexHook,
	Log:    &codexLog,
	Rules: []Rule{
		{When: "type=thread.started", Emit: Session, Text: "thread_id"},
		{When: "type=turn.started", Emit: Prompt},
		{
			When: "type=item.started item.type~^(command_execution|mcp_tool_call|collab_tool_call|file_change)$",
			Emit: ToolCall, Text: "item.type",
		},
		{When: "type=item.completed item.type=web_search", Emit: ToolCall, Text: "item.type"},
		{When: "type=item.completed item.type=agent_message", Emit: Say, Text: "item.text"},
		{When: "type=turn.completed", Emit: End},
		{When: "type=turn.failed", Emit: End},
	},
}
