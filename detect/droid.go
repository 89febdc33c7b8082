package detect

// droid reads `droid exec -o stream-json`. As with Gemini, a response is the first words or call behind a prompt or a
// result.
var droid = Table{
	Name:     "droid",
	Commands: []string{"droid"},
	Packages: []string{"@factory/cli"},
	Streams:  []string{"-o stream-json", "--output-format stream-json"},
	Headless: []string{"exec"},
	Rules: []Rule{
		{When: "type=message role=user", Clear: "open", Emit: Prompt},
		{When: "type=message role=assistant", Unless: "open", Set: "open", Emit: Turn},
		{When: "type=message role=assistant", Emit: Say, Text: "text"},
		{When: "type=tool_call", Unless: "open", Set: "open", Emit: Turn},
		{When: "type=tool_call", Key: "id", Emit: ToolCall, Text: "toolName"},
		{When: "type=tool_call", Emit: More},
		{When: "type=tool_result", Clear: "open"},
		{When: "type=completion", Emit: Session, Text: "session_id"},
		{When: "type=completion", Emit: End},
	},
}
