package detect

// geminiHook reads the calls of Gemini CLI's hooks, each under its event's name. BeforeModel comes before each request, and
// is held. It comes again for each retry, and tells nothing by which that could be known, so retries count as turns.
var geminiHook = Table{
	Name: "gemini",
	Rules: []Rule{
		{When: "type~^(SessionStart|BeforeAgent)$", Key: "session_id", Emit: Session, Text: "session_id"},
		{When: "type=BeforeAgent", Emit: Prompt},
		{When: "type=BeforeModel", Emit: Turn},
		{When: "type=BeforeTool", Emit: ToolCall, Text: "tool_name"},
		{When: "type=AfterAgent", Emit: Say, Text: "prompt_response"},
		{When: "type=AfterAgent", Emit: End},
	},
}
