package detect

// codexHook reads the calls of Codex's hooks, each under its event's name. PreModelRequest comes before each request, a
// sub-agent's with its agent_id, and is held. It comes again when a response breaks off and is asked for once more, which
// looks like a turn whose tools have no hooks, and so counts. A message that is sent while Codex works has the turn_id of
// the run that it joins.
var codexHook = Table{
	Name:     "codex",
	Subagent: "agent_id?",
	Rules: []Rule{
		{When: "type~^(UserPromptSubmit|PreModelRequest)$ !agent_id?", Key: "session_id", Emit: Session, Text: "session_id"},
		{When: "type=UserPromptSubmit !agent_id?", Key: "turn_id", Emit: Prompt},
		{When: "type=PreModelRequest", Emit: Turn},
		{When: "type=PreToolUse", Emit: ToolCall, Text: "tool_name"},
		{When: "type=Stop", Emit: Say, Text: "last_assistant_message"},
		{When: "type=Stop !agent_id?", Emit: End},
	},
}
