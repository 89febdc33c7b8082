package detect

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHooksCountRight replays what turnguard's hooks reported from inside real agents. The turns were checked against what
// the model server had answered.
func TestHooksCountRight(t *testing.T) {
	for _, dir := range []string{
		"pi/0.74.2", "pi/1.5.2", "claude/2.1.329", "opencode/1.18.33", "qwen/0.24.4", "codex/0.169.0", "gemini/0.61.0",
	} {
		t.Run(dir, func(t *testing.T) {
			agent, err := ByName(filepath.Dir(dir))
			if err != nil {
				t.Fatal(err)
			}
			files, err := filepath.Glob(filepath.Join("testdata/hook", dir, "*.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for _, file := range files {
				calls, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&got, "%-18s %s\n", filepath.Base(file), summary(t, agent.Hook, false, calls))
				checkSplits(t, filepath.Base(file), agent.Hook, false, calls)
			}
			golden(t, filepath.Join("testdata/hook", dir, "counts.golden"), got.String())
		})
	}
}

func TestHooksTellWhatIsNoPromptOfAHuman(t *testing.T) {
	tests := []struct {
		name    string
		table   *Table
		calls   string
		prompts int
		turns   int
	}{
		{
			"a message that an extension of pi sends",
			&piHook,
			`{"type":"input","source":"extension"}
			{"type":"agent_start"}
			{"type":"message_start","message":{"role":"user"}}
			{"type":"turn_start"}
			{"type":"gate"}`,
			0, 1,
		},
		{
			"the human's next one",
			&piHook,
			`{"type":"input","source":"extension"}
			{"type":"agent_start"}
			{"type":"message_start","message":{"role":"user"}}
			{"type":"agent_end"}
			{"type":"input","source":"interactive"}
			{"type":"agent_start"}
			{"type":"message_start","message":{"role":"user"}}`,
			1, 0,
		},
		{
			"steering while pi works",
			&piHook,
			`{"type":"agent_start"}
			{"type":"message_start","message":{"role":"user"}}
			{"type":"turn_start"}
			{"type":"gate"}
			{"type":"input","source":"interactive"}
			{"type":"message_start","message":{"role":"user"}}`,
			1, 1,
		},
		{
			"a request of pi's beside its turns",
			&piHook,
			`{"type":"turn_start"}
			{"type":"gate"}
			{"type":"gate"}`,
			0, 1,
		},
		{
			"a gate of pi's ahead of its turn_start",
			&piHook,
			`{"type":"turn_start"}
			{"type":"gate"}
			{"type":"message_end","message":{"role":"assistant","stopReason":"toolUse"}}
			{"type":"gate"}
			{"type":"turn_start"}
			{"type":"message_end","message":{"role":"assistant","stopReason":"toolUse"}}
			{"type":"turn_start"}
			{"type":"gate"}
			{"type":"message_end","message":{"role":"assistant","stopReason":"stop"}}
			{"type":"gate"}`,
			0, 3,
		},
		{
			"a response of pi's that passed no gate",
			&piHook,
			`{"type":"turn_start"}
			{"type":"message_end","message":{"role":"assistant","stopReason":"stop"}}`,
			0, 1,
		},
		{
			"a message that joins a run of Claude Code",
			&claudeHook,
			`{"type":"UserPromptSubmit","prompt_id":"1","prompt":"go"}
			{"type":"UserPromptSubmit","prompt_id":"1","prompt":"and this"}`,
			1, 1,
		},
		{
			"a background task that is done",
			&claudeHook,
			`{"type":"UserPromptSubmit","prompt_id":"1","prompt":"<task-notification>\n<task-id>"}`,
			0, 1,
		},
		{
			"Claude Code sent on at a Stop, seen by its tool",
			&claudeHook,
			`{"type":"UserPromptSubmit","prompt_id":"1","prompt":"go"}
			{"type":"Stop"}
			{"type":"PreToolUse","tool_name":"Bash"}`,
			1, 2,
		},
		{
			"Claude Code sent on at a Stop, seen at the next",
			&claudeHook,
			`{"type":"UserPromptSubmit","prompt_id":"1","prompt":"go"}
			{"type":"Stop"}
			{"type":"Stop"}`,
			1, 2,
		},
		{
			"steering while opencode works",
			&opencodeHook,
			`{"type":"prompt","session":"s"}
			{"type":"gate","session":"s"}
			{"type":"prompt","session":"s"}
			{"type":"gate","session":"s"}`,
			1, 2,
		},
		{
			"the next prompt for opencode, after a retry and an error",
			&opencodeHook,
			`{"type":"prompt","session":"s"}
			{"type":"gate","session":"s"}
			{"type":"gate","session":"s","again":true}
			{"type":"error","session":"s"}
			{"type":"idle","session":"s"}
			{"type":"prompt","session":"s"}`,
			2, 1,
		},
		{
			"what opencode asks a sub-agent",
			&opencodeHook,
			`{"type":"prompt","session":"s","agent_id":"s"}
			{"type":"gate","session":"s","agent_id":"s"}
			{"type":"idle","session":"s","agent_id":"s"}`,
			0, 1,
		},
		{
			"a background agent of Qwen Code's that reports back",
			&qwenHook,
			`{"type":"UserPromptSubmit","prompt_id":"1","prompt":"go"}
			{"type":"UserPromptSubmit","prompt_id":"1"}
			{"type":"Stop","prompt_id":"1"}
			{"type":"PreToolUse","prompt_id":"1","tool_name":"read_file"}
			{"type":"Stop","prompt_id":"1"}
			{"type":"Stop","prompt_id":"1"}`,
			1, 4,
		},
		{
			"a message that joins a run of Codex",
			&codexHook,
			`{"type":"UserPromptSubmit","turn_id":"1","prompt":"go"}
			{"type":"PreModelRequest","turn_id":"1"}
			{"type":"UserPromptSubmit","turn_id":"1","prompt":"and this"}
			{"type":"PreModelRequest","turn_id":"1"}
			{"type":"PreModelRequest","turn_id":"1","agent_id":"a"}`,
			1, 3,
		},
		{
			"a run of Claude Code that the human interrupted",
			&claudeHook,
			`{"type":"UserPromptSubmit","prompt_id":"1","prompt":"go"}
			{"type":"UserPromptSubmit","prompt_id":"2","prompt":"no, this"}`,
			2, 2,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			prompts, turns := 0, 0
			for _, e := range readAll(t, tt.table, false, []byte(tt.calls), 100) {
				switch e.Kind {
				case Prompt:
					prompts++
				case Turn:
					turns++
				default:
				}
			}
			if prompts != tt.prompts || turns != tt.turns {
				t.Errorf("got %d prompts and %d turns, want %d and %d", prompts, turns, tt.prompts, tt.turns)
			}
		})
	}
}
