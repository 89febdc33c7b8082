package detect

// kimi reads `kimi -p --output-format stream-json`, 2.1: messages as a model's server takes them. A response is one
// message, with the calls of its tools. What Kimi itself has to say, of retries and of the session, has a type.
var kimi = Table{
	Name:     "kimi",
	Commands: []string{"kimi"},
	Packages: []string{"kimi-code"},
	Sniff:    []string{"type=system.version role=meta"},
	Streams:  []string{"--output-format stream-json"},
	Headless: []string{"-p", "--prompt", "--print"},
	Resume:   &Resume{Session: "-r"},
	Log:      &kimiLog,
	Rules: []Rule{
		{When: "type=system.version"},
		{When: "role=assistant !type?", Emit: Turn},
		{When: "role=assistant !type? content~.", Emit: Say, Text: "content"},
		{When: "role=assistant !type?", Emit: ToolCall, Text: "tool_calls[].function.name"},
		{When: "role=assistant !type? tool_calls[].id?", Emit: More},
		{When: "type=session.resume_hint", Emit: Session, Text: "session_id"},
		{When: "type=session.resume_hint", Emit: End},
	},
}
