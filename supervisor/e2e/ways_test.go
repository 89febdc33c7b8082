//go:build e2e

package e2e

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
	"github.com/turnguard/turnguard/supervisor/e2e/tmux"
)

// A way is an agent in one mode, and all that turnguard can do with it there. The table in the README has a line for each.
type way struct {
	agent  agent
	screen bool // in its own screen, and else headless, with events
	flag   string
	source string
	late   int    // requests that may pass the limit
	told   bool   // it can be told to wrap up
	calls  bool   // exactly as many tool calls run as were granted; else maybe fewer
	over   int    // tool calls that may run beyond
	tools  int    // it keeps for its last answer
	passed string // how many requests passed the limit when that was last measured, with -boundaries 50
}

// ways are what the agents are held by. Pi and Claude Code have tests of their own, which say more.
var ways = []way{
	// One tool is left to Codex for its last answer, a question to its user.
	{agent: codex(), source: "log", late: 1, tools: 1, passed: "0 of 50"},
	{agent: codex(), screen: true, source: "log", late: 1, tools: 1, passed: "0 of 50"},
	{agent: codex(), flag: "--trust-hook", source: "hook", told: true, calls: true, tools: 1, passed: "0 of 50"},
	{agent: codex(), screen: true, flag: "--trust-hook", source: "hook", told: true, calls: true, tools: 1, passed: "0 of 50"},
	{agent: opencode(), source: "hook", told: true, calls: true, passed: "0 of 50"},
	{agent: opencode(), screen: true, source: "hook", told: true, calls: true, passed: "0 of 50"},
	// It tells of a call that is done.
	{agent: opencode(), flag: "--no-hook", source: "stream", late: 1, over: 3, passed: "4 of 50"},
	{agent: gemini(), source: "stream", late: 1, passed: "0 of 50"},
	{agent: gemini(), screen: true, source: "log", late: 1, over: 3, passed: "3 of 50"}, // and so does this
	{agent: gemini(), flag: "--trust-hook", source: "hook", told: true, calls: true, passed: "0 of 50"},
	{agent: gemini(), screen: true, flag: "--trust-hook", source: "hook", told: true, calls: true, passed: "0 of 50"},
	{agent: qwen(), source: "hook", told: true, calls: true, passed: "0 of 50"},
	{agent: qwen(), screen: true, source: "hook", told: true, calls: true, passed: "0 of 50"},
	{agent: qwen(), flag: "--no-hook", source: "stream", late: 1, passed: "0 of 50"},
}

func (w way) String() string {
	return strings.TrimSpace(w.agent.command + " " + w.mode() + " " + w.flag)
}

func (w way) mode() string {
	if w.screen {
		return "screen"
	}
	return "headless"
}

// start runs the agent in a terminal, behind turnguard.
func (w way) start(h *home, flags ...string) *tui {
	h.t.Helper()
	flags = append(flags, "--events", "events.jsonl")
	if w.flag != "" {
		flags = append(flags, w.flag)
	}
	if w.screen {
		u := h.tui(flags...)
		u.send("count")
		return u
	}
	words := append(slices.Concat([]string{"turnguard", "--result", resultFile}, flags, []string{"--", w.agent.command}), w.agent.headless...)
	pane := tmux.Start(h.t, filepath.Join(h.dir, "project"), h.env, 100, 30)
	u := &tui{pane, h, pane.Stty()}
	u.Run(strings.Join(append(words, "count"), " "))
	return u
}

// fair gives the stop the chance in a race that real tools give it.
func (w way) fair(script modelserver.Script) modelserver.Script {
	for i := range script.Steps {
		if w.late > 0 {
			script.Steps[i].Calls = []modelserver.Call{w.agent.run(fmt.Sprintf("sleep 0.2; echo tool %d", i+1))}
		}
	}
	return script
}

func TestEachWayHoldsTheAgentAtItsLimit(t *testing.T) {
	for _, w := range ways {
		t.Run(w.String(), func(t *testing.T) {
			n := *boundaries
			server := modelserver.Start(t, w.fair(w.agent.counting(n)))
			h := newHome(t, w.agent, server)
			u := w.start(h, "--max-turns", "1")
			leaked := 0
			for i := 1; i <= n; i++ {
				u.Wait(fmt.Sprintf("question %d", i), func() bool { return h.noted("limit_reached") == i })
				u.WaitFor(question)
				choose(u.Pane, "y", "> yes")
				if got := len(server.Main()); got < i || got > i+w.late {
					t.Fatalf("%d requests at question %d", got, i)
				} else if got > i {
					leaked++
				}
				u.Key("Enter")
			}
			t.Logf("%d of %d requests passed the limit", leaked, n)
			u.Wait("the last answer", func() bool { return len(server.Answered()) == n+1 })
			if w.screen {
				u.waitIdle()
				u.leave()
			} else {
				u.WaitForPrompt()
			}
			if got, want := h.result(), (result{Outcome: "finished", Turns: n + 1, Grants: n}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
			if got, want := h.counted(), w.source+" ok"; got != want || len(server.Main()) != n+1 {
				t.Errorf("%d requests counted by %s, want %d by %s", len(server.Main()), got, n+1, want)
			}
		})
	}
}

func TestEachWayTellsTheAgentToWrapUp(t *testing.T) {
	for _, w := range ways {
		if w.screen {
			continue
		}
		t.Run(w.String(), func(t *testing.T) {
			script := w.agent.counting(8)
			script.Words, script.Heeds = words, true
			server := modelserver.Start(t, script)
			h := newHome(t, w.agent, server)
			got := run(t, h.guarded("count", append(slices.Clone(withGrace), strings.Fields(w.flag)...)...))
			want, outcome := []int{0, 0, 0, 1}, result{Outcome: "wrapped_up", Turns: 4}
			if !w.told {
				want, outcome = []int{0, 0, 0, 0, 0}, result{Outcome: "limit", Reason: "no_terminal", Turns: 5}
				if !strings.Contains(got.stderr, "--grace has no effect") {
					t.Errorf("it does not say that it cannot: %s", got.stderr)
				}
			}
			if got := carried(server); !slices.Equal(got[:min(len(got), len(want))], want) || len(got) > len(want)+w.late {
				t.Errorf("the requests carry the message %v times, want %v", got, want)
			}
			if got := h.result(); got != outcome {
				t.Errorf("got %+v, want %+v", got, outcome)
			}
		})
	}
}

func TestEachWayCapsToolCalls(t *testing.T) {
	for _, w := range ways {
		if w.screen {
			continue
		}
		t.Run(w.String(), func(t *testing.T) {
			server := modelserver.Start(t, w.agent.calling(1, 1, 3, 3))
			h := newHome(t, w.agent, server)
			got := run(t, h.guarded("call", append([]string{"--max-tool-calls", "4"}, strings.Fields(w.flag)...)...))
			if got.status != 124 || !strings.Contains(got.stderr, "stopped at the tool call limit after 4 calls") {
				t.Errorf("status %d: %s", got.status, got.stderr)
			}
			if n := h.ran(); n > 4+w.over || w.calls && n != 4 {
				t.Errorf("%d calls ran, want 4", n)
			}
			if n := len(server.Main()); n > 3+w.late {
				t.Errorf("%d requests, want 3", n)
			}
		})
	}
}

func TestEachWayAnswersAfterItsLimit(t *testing.T) {
	for _, w := range ways {
		if w.screen {
			continue
		}
		t.Run(w.String(), func(t *testing.T) {
			server := modelserver.Start(t, w.fair(w.agent.stopping()))
			h := newHome(t, w.agent, server)
			got := run(t, h.guarded("count", append([]string{"--max-turns", "2", "--on-limit", "synthesize"}, strings.Fields(w.flag)...)...))
			if got.status != 124 || !strings.Contains(got.stdout, lastWords) {
				t.Errorf("status %d: %s\nstdout:\n%s", got.status, got.stderr, got.stdout)
			}
			if n := h.salvaged(server, w.tools, result{Reason: "on_limit_synthesize", Turns: 2}); n < 2 || n > 2+w.late {
				t.Errorf("%d requests before the answer, want 2", n)
			}
		})
	}
}

func TestAnAgentThatKeepsAToolIsHeldToOneResponse(t *testing.T) {
	for _, w := range ways {
		if w.screen || w.tools == 0 {
			continue
		}
		t.Run(w.String(), func(t *testing.T) {
			script := w.fair(w.agent.stopping())
			script.Heeds = false // it calls a tool instead
			server := modelserver.Start(t, script)
			h := newHome(t, w.agent, server)
			got := run(t, h.guarded("count", append([]string{"--max-turns", "2", "--on-limit", "synthesize"}, strings.Fields(w.flag)...)...))
			if got.status != 124 || !strings.Contains(got.stderr, "turnguard: there is no answer: ") {
				t.Errorf("status %d: %s", got.status, got.stderr)
			}
			if got, want := h.result(), (result{Outcome: "limit", Reason: "on_limit_synthesize", Turns: 2}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
			asked := slices.DeleteFunc(server.Requests(), func(r modelserver.Request) bool { return r.Words == 0 })
			if len(asked) < 1 || len(asked) > 1+w.late {
				t.Errorf("asked for an answer with %d requests", len(asked))
			}
		})
	}
}

// Codex in its screen leaves its work to a daemon unless it is told otherwise.
func TestCodexIsKeptOutOfItsDaemon(t *testing.T) {
	a := codex()
	a.tui = nil
	server := modelserver.Start(t, a.counting(6))
	u := newHome(t, a, server).tui("--max-turns", "2")
	u.send("count")
	u.WaitFor("You've used 2 turns. " + question)
	// A daemon that it starts is held with it; one that runs already would not be. So look at the flag itself.
	pids := u.home.named("codex")
	if len(pids) == 0 {
		t.Error("no process is named codex")
	}
	for _, pid := range pids {
		if line := read("/proc", strconv.Itoa(pid), "cmdline"); !bytes.Contains(line, []byte("\x00--no-daemon\x00")) {
			t.Errorf("it runs %q", line)
		}
	}
	answer(u.Pane, "n", "> no")
	if status := u.WaitForPrompt(); status != 124 {
		t.Errorf("status %d", status)
	}
	if n := len(server.Main()); n < 2 || n > 3 {
		t.Errorf("%d requests, want 2, or one more", n)
	}
}

// Qwen Code asks its model for suggestions when a run is over.
func TestQwenAsksNothingOnTheSideAfterANo(t *testing.T) {
	a := qwen()
	files := a.files
	a.files = func(home, url string) map[string]string {
		f := files(home, url)
		for name, content := range f {
			f[name] = strings.Replace(content, `"enableFollowupSuggestions":false`, `"enableFollowupSuggestions":true`, 1)
		}
		return f
	}
	server := modelserver.Start(t, a.counting(6))
	u := newHome(t, a, server).tui("--max-turns", "2")
	u.send("count")
	u.WaitFor("You've used 2 turns. " + question)
	answer(u.Pane, "n", "> no")
	if status := u.WaitForPrompt(); status != 124 {
		t.Errorf("status %d", status)
	}
	if n := len(server.Requests()); n != 2 {
		t.Errorf("%d requests, want 2", n)
	}
}
