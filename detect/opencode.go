package detect

// opencode reads `opencode run --format json`, 1.18.
//
// Each response stands between a step_start and a step_finish. A tool is told of when it has ended, and its reason is
// what proves the next request. Retries, the title and the steps of sub-agents do not show.
var opencode = Table{
	Name:     "opencode",
	Commands: []string{"opencode"},
	Packages: []string{"opencode-ai"},
	Sniff:    []string{"type=step_start sessionID? part.type=step-start"},
	Streams:  []string{"--format json"},
	Headless: []string{"run"},
	Remote:   []string{"attach", "--attach"},
	Resume: &Resume{
		Session: "-s",
		Keep:    []string{"--format <format>", "--model, -m <model>", "--variant <variant>", "--thinking", "--pure", "--dir <dir>"},
		Salvage: []string{"run", "--agent", Toolless},
	},
	Hook:  &opencodeHook,
	Rules: opencodeRules,
}

// Toolless is the agent of opencode that has no tools. It is there where it is configured for one run.
const Toolless = "turnguard"

var opencodeRules = []Rule{
	{When: "type=step_start", Key: "sessionID", Emit: Session, Text: "sessionID"},
	{When: "type=step_start", Emit: Turn},
	{When: "type=text", Emit: Say, Text: "part.text"},
	{When: "type=tool_use", Emit: ToolCall, Text: "part.tool"},
	{When: "type=tool_use", Emit: More},
	{When: "type=step_finish", Emit: Usage, Tokens: []string{"part.tokens.total"}, Cost: "part.cost"},
	{When: "type=step_finish part.reason=tool-calls", Emit: More},
	{When: "type=step_finish !part.reason=tool-calls", Emit: End},
	{When: "type=error", Emit: End},
}
