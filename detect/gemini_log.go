package detect

// geminiLog reads Gemini CLI's file of a chat, and those of its sub-agents' chats.
//
// A response is written when it is complete, before its tools run, and once more with its calls when they are done. One
// without words can only have calls, which shows that in time. The first message of a chat is no prompt, nor is what a
// hook or a steering user adds. A response that the user cuts off is not written, only that it was.
var geminiLog = Table{
	Name:   "gemini",
	Child:  "kind=subagent",
	Time:   "timestamp",
	Timely: true,
	Rules: []Rule{
		{When: "kind=main", Emit: Session, Text: "sessionId"},
		{
			When: `type=user !content[].functionResponse? !content[].text~^(<(session|hook)_context>|User\ssteering\supdate)`,
			Emit: Prompt,
		},
		{When: "type=gemini", Key: "id", Emit: Turn},
		{When: "type=gemini content~.", Key: "id", Emit: Say, Text: "content"},
		{When: "type=gemini", Key: "id", Emit: Usage, Tokens: []string{"tokens.total"}},
		{When: "type=gemini", Key: "toolCalls[].id", Emit: ToolCall, Text: "toolCalls[].name"},
		{When: "type=gemini content= tokens.output~[1-9]", Emit: More},
		{When: "type=gemini toolCalls[].id?", Emit: More},
		{When: "type=user", Set: "asked"},
		{When: "type=gemini", Clear: "asked"},
		{When: geminiCut, If: "asked", Clear: "asked", Emit: Turn},
		{When: geminiCut, Emit: End},
	},
}

const geminiCut = `type=info content~^Request\scancelled`
