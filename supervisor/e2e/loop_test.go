//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// waysToFollow are with the agent's hook and without.
var waysToFollow = map[string][]string{"hook": nil, "no hook": {"--no-hook"}}

// repeating is a script whose responses run these commands, one after the other, and that takes its time to end.
func (a agent) repeating(commands ...string) modelserver.Script {
	var script modelserver.Script
	for _, command := range commands {
		script.Steps = append(script.Steps, modelserver.Step{Calls: []modelserver.Call{a.run(command)}})
	}
	script.Steps = append(script.Steps, modelserver.Step{Delay: time.Second, Text: "Done."})
	return script
}

// loops returns how often the guarded command is said to have repeated itself.
func (h *home) loops() int {
	h.t.Helper()
	var r struct{ Loops int }
	h.must(json.Unmarshal(read(h.dir, "project", resultFile), &r))
	return r.Loops
}

func TestALoopIsWrittenDownWhereNobodyCanBeAsked(t *testing.T) {
	tests := []struct {
		name     string
		commands []string
		loops    int
	}{
		{"the same three times", []string{"echo hi", "echo hi", "echo hi"}, 1},
		{"two take turns", []string{"echo hi", "false", "echo hi", "false"}, 1},
		{"the same call with another result", []string{"date +%N", "date +%N", "date +%N", "date +%N"}, 0},
		{"another call with the same result", []string{"echo hi", "echo  hi", "echo   hi"}, 0},
	}
	for _, a := range agents {
		for _, tt := range tests {
			for way, flags := range waysToFollow {
				t.Run(a.String()+"/"+tt.name+"/"+way, func(t *testing.T) {
					server := modelserver.Start(t, a.repeating(tt.commands...))
					h := newHome(t, a, server)
					got := run(t, h.guarded("go", append(flags, "--ask-on-loop", "3")...))
					if got.status != 0 || got.stderr != "" {
						t.Errorf("status %d, stderr %q", got.status, got.stderr)
					}
					if n := h.loops(); n != tt.loops {
						t.Errorf("%d loops, want %d", n, tt.loops)
					}
				})
			}
		}
	}
}

func TestCallsOfAToolThatThereIsNotAreALoop(t *testing.T) {
	for _, a := range agents {
		for way, flags := range waysToFollow {
			t.Run(a.String()+"/"+way, func(t *testing.T) {
				script := a.repeating("", "", "")
				for i := range 3 {
					script.Steps[i].Calls[0].Tool = "nothing_like_it"
				}
				h := newHome(t, a, modelserver.Start(t, script))
				run(t, h.guarded("go", append(flags, "--ask-on-loop", "3")...))
				if n := h.loops(); n != 1 {
					t.Errorf("%d loops, want 1", n)
				}
			})
		}
	}
}

func TestThreeEqualCallsOfOneResponseAreALoop(t *testing.T) {
	for _, a := range agents {
		for way, flags := range waysToFollow {
			t.Run(a.String()+"/"+way, func(t *testing.T) {
				script := a.repeating("sleep 0.1; echo hi")
				script.Steps[0].Calls = append(script.Steps[0].Calls, a.run("echo other"), a.run("echo hi"), a.run("echo hi"), a.run("echo hi"))
				h := newHome(t, a, modelserver.Start(t, script))
				run(t, h.guarded("go", append(flags, "--ask-on-loop", "3")...))
				if n := h.loops(); n != 1 {
					t.Errorf("%d loops, want 1", n)
				}
			})
		}
	}
}

func TestTheLastOfManyResultsIsToldBeforeTheNextRequest(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			script := a.repeating("echo 0")
			for i := range 12 {
				script.Steps[0].Calls = append(script.Steps[0].Calls, a.run(fmt.Sprintf("echo %d", min(i, 9)))) // the last three are equal
			}
			server := modelserver.Start(t, script)
			u := newHome(t, a, server).tui("--ask-on-loop", "3")
			u.prompt("go")
			u.WaitFor("has had the same result 3 times in a row. " + question)
			if n := len(server.Main()); n != 1 {
				t.Errorf("%d requests before the question, want 1", n)
			}
		})
	}
}

func TestAPersonIsAskedAboutALoopInATUI(t *testing.T) {
	for _, a := range agents {
		for way, flags := range waysToFollow {
			t.Run(a.String()+"/"+way, func(t *testing.T) {
				text := "The same " + a.shell + " call has had the same result 3 times in a row. " + question
				server := modelserver.Start(t, a.repeating("echo hi", "echo hi", "echo hi", "echo hi", "echo hi", "echo hi"))
				h := newHome(t, a, server)
				u := h.tui(append(flags, "--ask-on-loop", "3")...)
				u.prompt("go")
				u.WaitFor(text)
				if n := len(server.Main()); n != 3 && way == "hook" {
					t.Errorf("%d requests before the question, want 3", n)
				}
				answer(u.Pane, "y", "> yes, go on")
				u.WaitGone(question)
				u.WaitFor(text)
				answer(u.Pane, "n", "> no")
				if status := u.WaitForPrompt(); status != 124 {
					t.Errorf("status %d, want 124", status)
				}
				if n := len(server.Main()); n != 6 && way == "hook" {
					t.Errorf("%d requests, want 6", n)
				}
				if r := h.result(); r.Outcome != "limit" || r.Reason != "loop" || r.Grants != 0 || h.loops() != 2 {
					t.Errorf("got %+v and %d loops, want an end for the second loop", r, h.loops())
				}
			})
		}
	}
}
