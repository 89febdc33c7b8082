package detect

// qwenLog reads Qwen Code's file of a chat, and those of its sub-agents.
//
// A response is one line, a sub-agent's one with what it used and perhaps another with its call. The file is written
// late, for every line waits until it is on the disk. A message that is sent while Qwen works is a user's between a
// call and the response that follows; a background sub-agent's report is the system's.
var qwenLog = Table{
	Name:     "qwen",
	Subagent: "isSidechain=true",
	Time:     "timestamp",
	Dir:      "cwd",
	Rules: []Rule{
		{When: "type=user", Key: "sessionId", Emit: Session, Text: "sessionId"},
		{When: "type=user provenance=real_user", Unless: "working", Emit: Prompt},
		{When: "type=assistant !isSidechain=true", Emit: Turn},
		{When: "type=assistant isSidechain=true usageMetadata?", Emit: Turn},
		{When: "type=assistant !isSidechain=true", Clear: "working"},
		{When: "type=assistant !isSidechain=true message.parts[].functionCall?", Set: "working"},
		{When: "type=assistant", Emit: Say, Text: "message.parts[].text"},
		{When: "type=assistant", Emit: Usage, Tokens: []string{"usageMetadata.totalTokenCount"}},
		{When: "type=assistant", Emit: ToolCall, Text: "message.parts[].functionCall.name"},
		{When: "type=assistant message.parts[].functionCall?", Emit: More},
		{When: "type=assistant !isSidechain=true", Unless: "working", Emit: End},
	},
}
