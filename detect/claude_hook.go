package detect

// claudeHook reads the calls of Claude Code's hooks, each under its event's name.
//
// A turn begins when a prompt is submitted, and behind each batch of tools that is done; both are held until the hook
// has its answer. A message that is sent while Claude works has the prompt_id of the run that it joins. A notification of
// a background task starts a run that no human asked for. Where another hook blocks a Stop, Claude goes on unannounced,
// and the turn shows with its first tool or at the next Stop.
var claudeHook = Table{
	Name:     "claude",
	Subagent: "agent_id?",
	Rules: []Rule{
		{When: "type~^(SessionStart|UserPromptSubmit)$", Emit: Session, Text: "session_id"},
		{When: "type=UserPromptSubmit !prompt~^<task-notification>", Key: "prompt_id", Emit: Prompt},
		{When: "type=UserPromptSubmit", Key: "prompt_id", Emit: Turn},
		{When: "type=UserPromptSubmit", Set: "counted"},
		{When: "type=PreToolUse !agent_id?", Unless: "counted", Emit: Turn},
		{When: "type=PreToolUse !agent_id?", Set: "counted"},
		{When: "type=PreToolUse", Emit: ToolCall, Text: "tool_name"},
		{When: "type=PostToolBatch", Emit: Result, Text: "results[].tool_name", Print: []string{"results[].print"}},
		{When: "type=PostToolBatch", Emit: More},
		{When: "type=PostToolBatch", Emit: Turn},
		{When: "type=PostToolBatch !agent_id?", Set: "counted"},
		{When: "type=SubagentStart", Emit: Turn},
		{When: "type=Stop", Unless: "counted", Emit: Turn},
		{When: "type=StopFailure", Emit: Void},
		{When: "type~^Stop(Failure)?$", Clear: "counted"},
		{When: "type~^Stop(Failure)?$", Emit: Say, Text: "last_assistant_message"},
		{When: "type~^Stop(Failure)?$", Emit: End},
	},
}
