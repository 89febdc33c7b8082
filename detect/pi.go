package detect

import "slices"

// pi reads `pi --mode json` and `pi --mode rpc`, 0.74 to 1.5.
//
// Every automatic retry begins like a new prompt, with agent_start and turn_start, but without the user's message. So
// what a turn_start behind an agent_start means is settled by the message that follows it. A turn whose response failed
// or was aborted was no turn; after an abort pi even reports one for which it made no request at all.
var pi = Table{
	Name:     "pi",
	Commands: []string{"pi"},
	Packages: []string{"pi-coding-agent"},
	Sniff:    []string{"type=session version? cwd?"},
	Streams:  []string{"--mode json", "--mode rpc"},
	Headless: []string{"-p", "--print", "--mode"},
	TwoWay:   []string{"--mode rpc"},
	Steer:    `{"type":"steer","message":TEXT}`,
	Types:    true,
	Resume: &Resume{
		Session: "--session",
		Dir:     "--session-dir",
		Unsaved: "--no-session",
		Keep: []string{
			"--mode <mode>", "--provider <name>", "--model <pattern>", "--models <patterns>", "--api-key <key>",
			"--thinking <level>", "--system-prompt <text>", "--append-system-prompt <text>", "--no-context-files, -nc",
			"--extension, -e <path>", "--no-extensions, -ne", "--no-mcp", "--approve, -a", "--no-approve, -na", "--offline",
		},
		OneWay:  map[string][]string{"--mode rpc": {"--mode", "json"}},
		Salvage: []string{"--no-tools"},
		Prompt:  []string{"-p"},
	},
	Hook: &piHook,
	Log:  &piLog,
	Rules: slices.Concat([]Rule{
		{When: "type=session", Emit: Session, Text: "id"},
		{When: "type=agent_start", Set: "fresh"},
		{When: "type=turn_start", Unless: "fresh", Emit: Turn},
		{When: "type=message_start message.role=user", If: "fresh", Emit: Prompt},
		{When: "type=message_start message.role~^(user|assistant)$", If: "fresh", Clear: "fresh", Emit: Turn},
	}, piReply, []Rule{
		// The message announces all its calls at once; tool_execution_start follows for each when it is its turn.
		{
			When: "type=message_end message.role=assistant message.stopReason=toolUse", Emit: ToolCall, Text: "message.content[].name",
			Call: "message.content[].id", Print: []string{"message.content[].arguments"},
		},
		{When: "type=message_end message.role=assistant message.stopReason=toolUse", Emit: More},
		{When: "type=message_end message.role=toolResult", Emit: Result, Call: "message.toolCallId", Print: piOutput},
	}),
}

// piOutput is what the model gets of a tool's result. What else pi tells of it holds times and names of temporary files.
var piOutput = []string{"message.content", "message.isError"}
