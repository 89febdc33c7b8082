package detect

// qwenHook reads the calls of Qwen Code's hooks, each under its event's name.
//
// UserPromptSubmit comes before each request of the agent itself, with the same prompt_id for all of a run, and is held.
// A request that no human and no tool has caused, such as the one behind a background agent's report, shows with its
// first tool or at the next Stop. A sub-agent's requests show when it starts and when its tools are done.
var qwenHook = Table{
	Name:     "qwen",
	Subagent: "agent_id?",
	Rules: []Rule{
		{When: "type~^(SessionStart|UserPromptSubmit)$", Key: "session_id", Emit: Session, Text: "session_id"},
		{When: "type=UserPromptSubmit", Key: "prompt_id", Emit: Prompt},
		{When: "type=UserPromptSubmit", Set: "counted", Emit: Turn},
		{When: "type=PreToolUse !agent_id?", Unless: "counted", Emit: Turn},
		{When: "type=PreToolUse !agent_id?", Set: "counted"},
		{When: "type=PreToolUse", Emit: ToolCall, Text: "tool_name"},
		{When: "type=SubagentStart", Emit: Turn},
		{When: "type=PostToolBatch agent_id?", Emit: Turn},
		{When: "type=Stop", Unless: "counted", Emit: Turn},
		{When: "type=StopFailure !error=loop_detected", Emit: Void},
		{When: "type~^Stop(Failure)?$", Clear: "counted"},
		{When: "type=Stop", Emit: Say, Text: "last_assistant_message"},
		{When: "type~^Stop(Failure)?$", Emit: End},
	},
}
