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
	Resume: &Resume{
		Session: "resume",
		Unsaved: "--ephemeral",
		Keep: []string{
			"--json", "--experimental-json", "--color <when>", "--output-schema <file>", "--output-last-message, -o <file>",
			"--model, -m <model>", "--profile, -p <name>", "--oss", "--local-provider <provider>", "--config, -c <key=value>",
			"--ignore-user-config", "--cd, -C <dir>",
		},
		Salvage: []string{"exec", "--skip-git-repo-check"}, // in its screen it asks about a folder, and exec refuses
		// A few tools are left: one that asks its user, those of MCP servers, and with some models one that runs code. A name
		// that --disable does not know is an error, and here it is not.
		Prompt: []string{
			"-c", `sandbox_mode="read-only"`, "-c", `web_search="disabled"`, "-c", "agents.enabled=false",
			"-c", "features.shell_tool=false", "-c", "features.unified_exec=false", "-c", "features.multi_agent=false",
			"-c", "features.goals=false", "-c", "features.view_image=false", "-c", "features.apps=false",
		},
	},
	Hook: &codexHook,
	Log:  &codexLog,
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
