package hook

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/turnguard/turnguard/supervisor/internal/control"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// guard answers each message on a socket of its own with verdict, and passes on what it was told.
func guard(t *testing.T, verdict string) (socket string, told <-chan string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "tg") //nolint:usetesting // the path of a socket has to be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	t.Setenv("XDG_RUNTIME_DIR", dir)
	s, err := control.Listen()
	if err != nil {
		t.Fatal(err)
	}
	messages := make(chan string, 1)
	go s.Serve(func(c *control.Conn) {
		if line, err := c.Receive(); err == nil {
			messages <- string(line)
			if verdict != "" {
				_ = c.Send(json.RawMessage(verdict))
			}
		}
	})
	t.Cleanup(func() { _ = s.Close() })
	return s.Path(), messages
}

type answer struct{ name, event, verdict, want string }

// otherAnswers are those of agents that differ from Claude Code.
var otherAnswers = []answer{
	{
		"to refuse a tool", "PreToolUse", `{"id":1,"refuse":true,"text":"enough"}`,
		`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",` +
			`"permissionDecisionReason":"turnguard: enough"}}` + "\n",
	},
	{
		"to refuse a tool of Gemini's", "BeforeTool", `{"id":1,"refuse":true,"text":"enough"}`,
		`{"decision":"deny","reason":"turnguard: enough"}` + "\n",
	},
	{
		"to stop before a request of Gemini's", "BeforeModel", `{"id":1,"stop":true,"text":"enough"}`,
		`{"continue":false,"stopReason":"turnguard: enough"}` + "\n",
	},
}

func TestCodexIsNotLeftToGoOn(t *testing.T) {
	socket, _ := guard(t, `{"id":1,"stop":true,"text":"enough"}`)
	var out bytes.Buffer
	if err := Serve(strings.NewReader(`{"hook_event_name":"PreModelRequest"}`), &out, socket); err == nil || out.Len() > 0 {
		t.Errorf("got %q, %v; want an error, for which its hook's shell ends it", &out, err)
	}
}

func TestAnAgentIsToldTheVerdict(t *testing.T) {
	const why = "turnguard: the turn limit is reached"
	const stop = `{"continue":false,"stopReason":"` + why + `"`
	tests := []answer{
		{"to go on is to say nothing", "PostToolBatch", `{"id":1}`, ""},
		{
			"to go on with words for the next request", "PostToolBatch", `{"id":1,"words":"wrap up"}`,
			`{"hookSpecificOutput":{"additionalContext":"wrap up","hookEventName":"PostToolBatch"}}` + "\n",
		},
		{"to stop", "PostToolBatch", `{"id":1,"stop":true,"text":"the turn limit is reached"}`, stop + "}\n"},
		{
			"to stop before a tool runs", "PreToolUse", `{"id":1,"stop":true,"text":"the turn limit is reached"}`,
			stop + `,"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"` +
				why + "\"}}\n",
		},
	}
	for _, tt := range append(tests, otherAnswers...) {
		t.Run(tt.name, func(t *testing.T) {
			socket, _ := guard(t, tt.verdict)
			var out bytes.Buffer
			err := Serve(strings.NewReader(`{"hook_event_name":"`+tt.event+`"}`), &out, socket)
			if out.String() != tt.want || err != nil {
				t.Errorf("got %q, %v; want %q", &out, err, tt.want)
			}
		})
	}
}

func TestTheGuardIsToldNoMoreThanItNeeds(t *testing.T) {
	socket, told := guard(t, `{"id":1}`)
	const call = `{"session_id":"s1","transcript_path":"/t.jsonl","cwd":"/","prompt_id":"p1","agent_id":"a1",
		"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"secret"},"tool_response":"secret"}`
	if err := Serve(strings.NewReader(call), &bytes.Buffer{}, socket); err != nil {
		t.Fatal(err)
	}
	const want = `{"id":1,"type":"PreToolUse","session_id":"s1","file":"/t.jsonl","agent_id":"a1","prompt_id":"p1","tool_name":"Bash"}`
	if got := <-told; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// toldOf returns what the guard is told of tool calls that are done.
func toldOf(t *testing.T, calls string) string {
	t.Helper()
	socket, told := guard(t, `{"id":1}`)
	batch := `{"hook_event_name":"PostToolBatch","tool_calls":` + calls + `}`
	if err := Serve(strings.NewReader(batch), &bytes.Buffer{}, socket); err != nil {
		t.Fatal(err)
	}
	return <-told
}

func TestTheGuardIsToldWhichResultsAreEqual(t *testing.T) {
	const calls = `[
		{"tool_name":"Bash","tool_input":{"command":"secret"},"tool_use_id":"1","tool_response":"secret"},
		{"tool_name":"Bash","tool_input":{"command": "secret"},"tool_use_id":"2","tool_response":"secret"},
		{"tool_name":"Bash","tool_input":{"command":"secret"},"tool_use_id":"3","tool_response":[{"text":"secret"}]},
		{"tool_name":"Bash","tool_input":{"command":"secrets"},"tool_use_id":"4","tool_response":"secret"},
		{"tool_name":"Read","tool_input":{"command":"secret"},"tool_use_id":"5","tool_response":"secret"}]`
	message := toldOf(t, calls)
	if strings.Contains(message, "secret") {
		t.Errorf("told %s", message)
	}
	var m struct{ Results []result }
	if err := json.Unmarshal([]byte(message), &m); err != nil || len(m.Results) != 5 {
		t.Fatalf("told %s, %v; want 5 results", message, err)
	}
	if r := m.Results; r[0] != r[1] {
		t.Errorf("the first two results differ: %s", message)
	}
	prints := map[string]bool{}
	for _, r := range m.Results[1:] {
		prints[r.Print] = true
	}
	if len(prints) != 4 {
		t.Errorf("the others do not all differ: %s", message)
	}
}

func TestNoListOfResultsIsTooMuchForAMessage(t *testing.T) {
	call := `{"tool_name":"` + strings.Repeat("ü", 1000) + `","tool_input":{},"tool_response":"` + strings.Repeat("x", 1000) + `"}`
	for name, calls := range map[string]string{
		"many":         "[" + strings.Repeat(call+",", 5000) + call + "]",
		"of new forms": `{"Bash":[1]}`,
		"none":         "null",
	} {
		if got := toldOf(t, calls); len(got) > 32<<10 {
			t.Errorf("%s: %d bytes", name, len(got))
		}
	}
}

func TestALongPromptIsCutToWhatAMessageHolds(t *testing.T) {
	socket, told := guard(t, `{"id":1}`)
	call := `{"hook_event_name":"UserPromptSubmit","prompt":"` + strings.Repeat("ü", 1<<20) + `"}`
	if err := Serve(strings.NewReader(call), &bytes.Buffer{}, socket); err != nil {
		t.Fatal(err)
	}
	if got := <-told; len(got) > 1000 {
		t.Errorf("%d bytes", len(got))
	}
}

func TestWithoutAVerdictThereIsAnError(t *testing.T) {
	silent, _ := guard(t, "")
	garbled, _ := guard(t, `{"id":"x"}`)
	tests := []struct{ name, call, socket string }{
		{"no guard", `{"hook_event_name":"Stop"}`, filepath.Join(t.TempDir(), "guard")},
		{"a guard that hangs up", `{"hook_event_name":"Stop"}`, silent},
		{"a guard that talks nonsense", `{"hook_event_name":"Stop"}`, garbled},
		{"no call", ``, silent},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			if err := Serve(strings.NewReader(tt.call), &out, tt.socket); err == nil || out.Len() > 0 {
				t.Errorf("got %q, %v; want an error and nothing else", &out, err)
			}
		})
	}
}

func TestWhatIsNoTextWhereOneWasDoesNotStopTheAgent(t *testing.T) {
	socket, told := guard(t, `{"id":1}`)
	const call = `{"hook_event_name":"StopFailure","error":{"status":500},"prompt":["a","b"],"tool_name":null,"last_assistant_message":7}`
	var out bytes.Buffer
	if err := Serve(strings.NewReader(call), &out, socket); err != nil || out.Len() > 0 {
		t.Errorf("got %q, %v", &out, err)
	}
	if got, want := <-told, `{"id":1,"type":"StopFailure"}`; got != want {
		t.Errorf("told %s, want %s", got, want)
	}
}
