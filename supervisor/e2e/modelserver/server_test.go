package modelserver_test

import (
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The two ways in, and a reader for what comes out of each.
var protocols = []struct {
	name, path string
	read       func(t *testing.T, events []event) modelserver.Step
}{
	{"openai", "/v1/chat/completions", readOpenAI},
	{"anthropic", "/v1/messages", readAnthropic},
}

const (
	system   = `{"role":"system","content":"you are"}`
	tool     = `{"role":"tool","tool_call_id":"a","content":"one"}`
	prompt   = `{"role":"user","content":"please count"}`
	answer   = `{"role":"assistant","content":"counting"}`
	result   = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"one"}]}`
	absorbed = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"},{"type":"text","text":"faster"}]}`
	note     = `{"role":"user","content":[{"type":"text","text":"<task-notification>it is done</task-notification>"}]}`
	mixed    = `{"role":"user","content":[{"type":"text","text":"<reminder>be kind"},{"type":"text","text":"go on"}]}`
)

func call(command string) modelserver.Call {
	return modelserver.Call{Tool: "bash", Arguments: map[string]any{"command": command}}
}

func TestEveryStepArrivesAsItWasScripted(t *testing.T) {
	steps := []modelserver.Step{
		{Text: "I will look at this now.", Calls: []modelserver.Call{call("echo one")}},
		{Thinking: "which two?", Calls: []modelserver.Call{call("echo two"), call("echo three")}},
		{Text: "a pause in the middle of the text", Pause: time.Millisecond},
	}
	for _, p := range protocols {
		t.Run(p.name, func(t *testing.T) {
			server := modelserver.Start(t, modelserver.Script{Steps: steps, Final: "That is all."})
			messages := []string{prompt}
			for _, want := range append(steps, modelserver.Step{Text: "That is all."}) {
				got := p.read(t, events(t, post(t, server.URL+p.path, "", messages...)))
				want.Pause = 0
				if !reflect.DeepEqual(got, want) {
					t.Errorf("got %+v, want %+v", got, want)
				}
				messages = append(messages, answer)
			}
		})
	}
}

func TestTheStepIsReadOffTheConversation(t *testing.T) {
	tests := []struct {
		name         string
		messages     []string
		prompt, step int
	}{
		{"the prompt alone", []string{prompt}, 1, 0},
		{"two answers", []string{prompt, answer, result, answer, result}, 1, 2},
		{"words beside a result", []string{prompt, answer, absorbed, answer}, 1, 2},
		{"a second prompt", []string{prompt, answer, result, answer, prompt}, 2, 0},
		{"a note of the agent", []string{prompt, answer, note, answer}, 1, 2},
		{"a prompt behind a reminder", []string{prompt, answer, mixed, answer}, 2, 1},
		{"other roles", []string{system, prompt, answer, tool}, 1, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server := modelserver.Start(t, modelserver.Script{})
			post(t, server.URL+"/v1/messages", "", test.messages...)
			got := server.Main()[0]
			if got.Prompt != test.prompt || got.Step != test.step {
				t.Errorf("prompt %d step %d, want %d and %d", got.Prompt, got.Step, test.prompt, test.step)
			}
		})
	}
}

func TestFailuresComeBeforeTheAnswer(t *testing.T) {
	for _, p := range protocols {
		t.Run(p.name, func(t *testing.T) {
			server := modelserver.Start(t, modelserver.Script{Steps: []modelserver.Step{
				{},
				{Fail: []modelserver.Failure{{Status: 500}, {Status: 429, RetryAfter: 2 * time.Second}}, Text: "at last"},
			}})
			for i, want := range []struct {
				status int
				after  string
			}{{500, ""}, {429, "2"}, {200, ""}, {200, ""}} {
				response := post(t, server.URL+p.path, "", prompt, answer)
				if response.StatusCode != want.status || response.Header.Get("Retry-After") != want.after {
					t.Errorf("attempt %d: %s, retry after %q", i, response.Status, response.Header.Get("Retry-After"))
				}
			}
			if arrived, answered := len(server.Main()), len(server.Answered()); arrived != 4 || answered != 2 {
				t.Errorf("%d arrived and %d answered, want 4 and 2", arrived, answered)
			}
		})
	}
}

func TestADelayComesBeforeTheAnswer(t *testing.T) {
	const delay = 20 * time.Millisecond
	server := modelserver.Start(t, modelserver.Script{Steps: []modelserver.Step{{Delay: delay}}})
	post(t, server.URL+"/v1/messages", "", prompt)
	if took := time.Since(server.Main()[0].At); took < delay {
		t.Errorf("answered after %v", took)
	}
}

func TestASubAgentHasItsOwnScriptAndIsNoTurn(t *testing.T) {
	server := modelserver.Start(t, modelserver.Script{
		Steps:    []modelserver.Step{{Text: "main"}},
		SubAgent: []modelserver.Step{{Text: "sub"}},
	})
	got := readAnthropic(t, events(t, post(t, server.URL+"/v1/messages", "a1", prompt)))
	if got.Text != "sub" {
		t.Errorf("the sub-agent was told %q", got.Text)
	}
	request := server.Requests()[0]
	if request.Lane != modelserver.SubAgent || request.Agent != "a1" || len(server.Main()) != 0 {
		t.Errorf("logged as %+v", request)
	}
}

func TestSideRequestsAreNoTurns(t *testing.T) {
	server := modelserver.Start(t, modelserver.Script{})
	for _, r := range []struct {
		method, path, body string
		status             int
	}{
		{"HEAD", "/", "", 200},
		{"POST", "/v1/messages/count_tokens", `{"messages":[],"tools":[{}]}`, 200},
		{"POST", "/v1/messages", `{"messages":[` + prompt + `]}`, 200}, // a title: no tools on offer
		{"POST", "/v1/messages", `{"messages":`, 400},
		{"GET", "/v1/models", "", 404},
	} {
		if got := do(t, r.method, server.URL+r.path, "", r.body).StatusCode; got != r.status {
			t.Errorf("%s %s: status %d, want %d", r.method, r.path, got, r.status)
		}
	}
	if all, main := len(server.Requests()), len(server.Main()); all != 5 || main != 0 {
		t.Errorf("%d requests and %d of the agent, want 5 and 0", all, main)
	}
}

func TestASilentAnswerEndsWithTheServer(t *testing.T) {
	server := modelserver.New(modelserver.Script{Steps: []modelserver.Step{{Text: "never said", Pause: time.Hour}}})
	response := post(t, server.URL+"/v1/messages", "", prompt)
	if _, err := io.ReadFull(response.Body, make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	closed := make(chan struct{})
	go func() {
		server.Close()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(10 * time.Second):
		t.Fatal("the answer outlives the server")
	}
	if _, err := io.ReadAll(response.Body); err == nil {
		t.Error("the answer ended as if it were whole")
	}
}

func post(t *testing.T, url, agent string, messages ...string) *http.Response {
	t.Helper()
	return do(t, http.MethodPost, url, agent, `{"model":"m","messages":[`+strings.Join(messages, ",")+`],"tools":[{}]}`)
}

func do(t *testing.T, method, url, agent, body string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if agent != "" {
		request.Header.Set("X-Claude-Code-Agent-Id", agent)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	return response
}
