package modelserver_test

import (
	"fmt"
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

// A protocol is a way in, and a reader for what comes out of it.
type protocol struct {
	name, path     string
	conversation   string // which field of a request holds it
	prompt, answer string
	result         string // of a tool
	read           func(t *testing.T, response *http.Response) modelserver.Step
}

var protocols = []protocol{
	{"openai", "/v1/chat/completions", "messages", prompt, answer, tool, readOpenAI},
	{"anthropic", "/v1/messages", "messages", prompt, answer, result, readAnthropic},
	{"responses", "/v1/responses", "input", prompt, answer, returned, readResponses},
	{"gemini", "/v1beta/models/m:streamGenerateContent", "contents", geminiPrompt, geminiAnswer, functions, readGemini},
}

const (
	prompt = `{"role":"user","content":"please count"}`
	answer = `{"role":"assistant","content":"counting"}`

	geminiPrompt = `{"role":"user","parts":[{"text":"please count"}]}`
	geminiAnswer = `{"role":"model","parts":[{"text":"counting"}]}`
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
			messages := []string{p.prompt}
			for _, want := range append(steps, modelserver.Step{Text: "That is all."}) {
				got := p.read(t, p.post(t, server, messages...))
				want.Pause = 0
				if !reflect.DeepEqual(got, want) {
					t.Errorf("got %+v, want %+v", got, want)
				}
				messages = append(messages, p.answer, p.result)
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
				response := p.post(t, server, p.prompt, p.answer)
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
	got := readAnthropic(t, post(t, server.URL+"/v1/messages", "a1", prompt))
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
		{"POST", "/v1beta/models/small:generateContent", `{"contents":[` + geminiPrompt + `]}`, 200}, // which model to take
		{"POST", "/v1beta/models/m:streamGenerateContent", `{"contents":[{}]}`, 400},
		{"GET", "/v1/models", "", 404},
	} {
		if got := do(t, r.method, server.URL+r.path, "", r.body).StatusCode; got != r.status {
			t.Errorf("%s %s: status %d, want %d", r.method, r.path, got, r.status)
		}
	}
	if all, main := len(server.Requests()), len(server.Main()); all != 7 || main != 0 {
		t.Errorf("%d requests and %d of the agent, want 7 and 0", all, main)
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

func (p protocol) post(t *testing.T, server *modelserver.Server, messages ...string) *http.Response {
	t.Helper()
	return do(t, http.MethodPost, server.URL+p.path, "", fmt.Sprintf(
		`{"model":"m",%q:[%s],"tools":[{"functionDeclarations":[{}]}]}`, p.conversation, strings.Join(messages, ",")))
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
