package modelserver_test

import (
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

const (
	system   = `{"role":"system","content":"you are"}`
	tool     = `{"role":"tool","tool_call_id":"a","content":"one"}`
	result   = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"one"}]}`
	absorbed = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"},{"type":"text","text":"faster"}]}`
	note     = `{"role":"user","content":[{"type":"text","text":"<task-notification>it is done</task-notification>"}]}`
	mixed    = `{"role":"user","content":[{"type":"text","text":"<reminder>be kind"},{"type":"text","text":"go on"}]}`
)

// The items of the responses protocol.
const (
	rules    = `{"type":"message","role":"developer","content":[{"type":"input_text","text":"be brief"}]}`
	setting  = `{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>"}]}`
	asked    = `{"type":"message","role":"user","content":[{"type":"input_text","text":"please count"}]}`
	thought  = `{"type":"reasoning","summary":[]}`
	said     = `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"counting"}]}`
	called   = `{"type":"function_call","call_id":"a","name":"exec_command","arguments":"{}"}`
	returned = `{"type":"function_call_output","call_id":"a","output":"one"}`
)

// The contents of the Gemini protocol.
const (
	session   = `{"role":"user","parts":[{"text":"<session_context>"}]}`
	functions = `{"role":"user","parts":[{"functionResponse":{"name":"run"}},{"functionResponse":{"name":"run"}}]}`
	steered   = `{"role":"user","parts":[{"functionResponse":{"name":"run"}},{"text":"faster"}]}`
)

func TestTheStepIsReadOffTheConversation(t *testing.T) {
	anthropic, responses, gemini := protocols[1], protocols[2], protocols[3]
	tests := []struct {
		name         string
		protocol     protocol
		messages     []string
		prompt, step int
	}{
		{"the prompt alone", anthropic, []string{prompt}, 1, 0},
		{"two answers", anthropic, []string{prompt, answer, result, answer, result}, 1, 2},
		{"words beside a result", anthropic, []string{prompt, answer, absorbed, answer}, 1, 2},
		{"a second prompt", anthropic, []string{prompt, answer, result, answer, prompt}, 2, 0},
		{"a note of the agent", anthropic, []string{prompt, answer, note, answer}, 1, 2},
		{"a prompt behind a reminder", anthropic, []string{prompt, answer, mixed, answer}, 2, 1},
		{"other roles", anthropic, []string{system, prompt, answer, tool}, 1, 1},

		{"a first prompt", responses, []string{rules, setting, asked}, 1, 0},
		{"an answer of many items", responses, []string{asked, thought, said, called, called, returned, returned}, 1, 1},
		{"answers between results", responses, []string{asked, called, returned, said, called, returned}, 1, 2},
		{"a prompt behind an answer", responses, []string{asked, called, returned, said, asked}, 2, 0},

		{"a first prompt", gemini, []string{session, geminiPrompt}, 1, 0},
		{"responses of functions", gemini, []string{geminiPrompt, geminiAnswer, functions, geminiAnswer, functions}, 1, 2},
		{"words beside a response", gemini, []string{geminiPrompt, geminiAnswer, steered}, 1, 1},
		{"a second prompt", gemini, []string{geminiPrompt, geminiAnswer, geminiPrompt, geminiAnswer}, 2, 1},
	}
	for _, test := range tests {
		t.Run(test.protocol.name+" "+test.name, func(t *testing.T) {
			server := modelserver.Start(t, modelserver.Script{})
			test.protocol.post(t, server, test.messages...)
			got := server.Main()[0]
			if got.Prompt != test.prompt || got.Step != test.step {
				t.Errorf("prompt %d step %d, want %d and %d", got.Prompt, got.Step, test.prompt, test.step)
			}
		})
	}
}
