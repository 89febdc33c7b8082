package detect

import "testing"

// TestTraps holds what is easily taken for something else, and what no capture shows.
func TestTraps(t *testing.T) {
	for _, c := range []struct {
		name  string
		table *Table
		lines []string
		want  string
	}{
		{
			"the words and the calls of one response of Qwen's", &qwen,
			[]string{
				`{"type":"assistant","message":{"id":"1","content":[{"type":"text","text":"I look."}],"usage":{"output_tokens":0}}}`,
				`{"type":"assistant","message":{"id":"2","content":[{"type":"tool_use","id":"c","name":"ls"}]}}`,
			},
			"turn, say, usage, usage, tool_call, more",
		},
		{
			"an error in the model's words", &qwen,
			[]string{`{"type":"assistant","message":{"content":[{"type":"text","text":"[API Error: 500]"}],"usage":{"output_tokens":0}}}`},
			"",
		},
		{
			"a model's words that look like an error", &qwen,
			[]string{`{"type":"assistant","message":{"content":[{"type":"text","text":"[API Error: x"}],"usage":{"output_tokens":9}}}`},
			"turn, say, usage",
		},
		{
			"a background sub-agent that is done", &qwen,
			[]string{`{"type":"user","message":{"content":[{"type":"text","text":"Background agent \"x\" completed."}]}}`},
			"",
		},
		{
			"one in the TUI", &qwen,
			[]string{
				`{"type":"system","subtype":"session_start","session_id":"1"}`,
				`{"type":"user","message":{"content":[{"type":"text","text":"<task-notification>\n"}]}}`,
				`{"type":"user","message":{"content":[{"type":"text","text":"go"}]}}`,
			},
			"session, prompt",
		},
		{
			"the end of a run in the TUI", &qwen,
			[]string{
				`{"type":"stream_event","event":{"type":"message_stop"}}`,
				`{"type":"system","subtype":"session_start","session_id":"1"}`,
				`{"type":"stream_event","event":{"type":"message_start"}}`,
				`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"c","name":"ls"}]}}`,
				`{"type":"stream_event","event":{"type":"message_stop"}}`,
				`{"type":"stream_event","event":{"type":"message_start"}}`,
				`{"type":"stream_event","event":{"type":"message_stop"}}`,
			},
			"session, turn, usage, tool_call, more, turn, end",
		},
		{
			"a background sub-agent that is done, in Qwen's file", &qwenLog,
			[]string{`{"type":"user","subtype":"notification","provenance":"system"}`, `{"type":"user","provenance":"real_user"}`},
			"prompt",
		},
		{
			"steering in Qwen's file", &qwenLog,
			[]string{
				`{"type":"assistant","message":{"parts":[{"functionCall":{"name":"ls"}}]}}`,
				`{"type":"tool_result"}`, `{"type":"user","provenance":"real_user"}`,
				`{"type":"assistant","message":{"parts":[{"text":"Done."}]}}`, `{"type":"user","provenance":"real_user"}`,
			},
			"turn, usage, tool_call, more, turn, say, usage, end, prompt",
		},
		{
			"what opens a chat of Gemini's, a hook, a result, a steering user", &geminiLog,
			[]string{
				`{"type":"user","content":[{"text":"<session_context>\nThis"}]}`,
				`{"type":"user","content":[{"text":"<hook_context>"}]}`,
				`{"type":"user","content":[{"functionResponse":{"id":"1"}}]}`,
				`{"type":"user","content":[{"text":"User steering update: and b"}]}`,
				`{"type":"user","content":[{"text":"go"}]}`,
			},
			"prompt",
		},
		{
			"a response of Gemini's that is written again", &geminiLog,
			[]string{
				`{"type":"gemini","id":"1","content":"I look.","tokens":{"output":9,"total":10}}`,
				`{"type":"gemini","id":"1","content":"I look.","tokens":{"output":9,"total":10},"toolCalls":[{"id":"c","name":"ls"}]}`,
			},
			"turn, say, usage, tool_call, more",
		},
		{
			"a chat of Gemini's that is cut while its tools run, and while it answers", &geminiLog,
			[]string{
				`{"type":"gemini","id":"1","content":"","tokens":{"output":9}}`, `{"type":"info","content":"Request cancelled."}`,
				`{"type":"user","content":[{"text":"go"}]}`, `{"type":"info","content":"Request cancelled."}`,
			},
			"turn, usage, more, end, prompt, turn, end",
		},
		{
			"steering of Copilot, and an older prompt", &copilot,
			[]string{`{"type":"user.message","data":{"delivery":"steer"}}`, `{"type":"user.message","data":{}}`},
			"prompt",
		},
		{
			"a sub-agent of Copilot's", &copilotLog,
			[]string{
				`{"type":"assistant.message","data":{"toolRequests":[{"toolCallId":"1","name":"task"}]}}`,
				`{"type":"assistant.turn_start","agentId":"a"}`, `{"type":"assistant.turn_end","agentId":"a"}`,
				`{"type":"assistant.turn_end"}`, `{"type":"assistant.turn_end"}`,
			},
			"tool_call, more, sub turn, end",
		},
	} {
		if got := kinds(t, c.table, c.lines...); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}
