package detect

import "slices"

// amp reads `amp -x --stream-json`. The lines are Claude's, without ids of the responses, and prompts are among them.
var amp = Table{
	Name:     "amp",
	Commands: []string{"amp"},
	Packages: []string{"@sourcegraph/amp"},
	Sniff:    []string{"type=system subtype=init session_id~^T- !permissionMode? !permission_mode?"},
	Streams:  []string{"--stream-json"},
	Headless: []string{"-x", "--execute"},
	TwoWay:   []string{"--stream-json-input"},
	Subagent: "parent_tool_use_id?",
	Rules: slices.Concat([]Rule{
		{When: "type=system subtype=init", Key: "session_id", Emit: Session, Text: "session_id"},
		// Words between a call and the response that follows its result are a message that steers.
		{When: "type=user !parent_tool_use_id? message.content[].type=text", Unless: "working", Emit: Prompt},
		{When: "type=assistant !parent_tool_use_id?", Clear: "working"},
		{When: "type=assistant !parent_tool_use_id? message.content[].type=tool_use", Set: "working"},
		{When: "type=result", Clear: "working"},
		{When: "type=assistant parent_tool_use_id?", Emit: Turn},
	}, claudeRun),
}
