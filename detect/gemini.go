package detect

// gemini reads `gemini -o stream-json`, 0.61.
//
// No line tells where a response begins: it is the first words or call behind a prompt or a result. All calls of a
// response stand before their results. Retries and sub-agents do not show.
var gemini = Table{
	Name:     "gemini",
	Commands: []string{"gemini"},
	Packages: []string{"gemini-cli"},
	Sniff:    []string{"type=init session_id? model?"},
	Streams:  []string{"-o stream-json", "--output-format stream-json"},
	Headless: []string{"-p", "--prompt"},
	Resume: &Resume{
		Session: "--resume",
		Keep: []string{
			"--output-format, -o <format>", "--model, -m <model>", "--extensions, -e <names...>", "--raw-output",
			"--accept-raw-output-risk", "--skip-trust",
		},
		Salvage: []string{"--allowed-mcp-server-names", "none"}, // its own tools are taken away by a file of rules
		Prompt:  []string{"-p"},
	},
	Hook: &geminiHook,
	Log:  &geminiLog,
	Rules: []Rule{
		{When: "type=init", Emit: Session, Text: "session_id"},
		{When: "type=message role=user", Clear: "open", Emit: Prompt},
		{When: "type=message role=assistant", Unless: "open", Set: "open", Emit: Turn},
		{When: "type=message role=assistant", Emit: Say, Text: "content"},
		{When: "type=tool_use", Unless: "open", Set: "open", Emit: Turn},
		{When: "type=tool_use", Emit: ToolCall, Text: "tool_name"},
		{When: "type=tool_use", Emit: More},
		{When: "type=tool_result", Clear: "open"},
		{When: "type=result", Emit: Usage, Tokens: []string{"stats.total_tokens"}},
		{When: "type=result", Emit: End},
	},
}
