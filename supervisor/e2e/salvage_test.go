//go:build e2e

package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// stopping is a script of many turns, and of the answer to what turnguard asks of an agent that it has stopped.
func (a agent) stopping() modelserver.Script {
	script := a.counting(8)
	script.Final, script.Words, script.Heeds = lastWords, "You have no tools any more", true
	return script
}

// salvaged expects that the agent was asked once for an answer, the last of its requests, with so many tools to call. It
// returns how many requests came before.
func (h *home) salvaged(server *modelserver.Server, tools int, want result) (before int) {
	h.t.Helper()
	want.Outcome, want.Salvaged = "limit", true
	if got := h.result(); got != want {
		h.t.Errorf("got %+v, want %+v", got, want)
	}
	requests := slices.DeleteFunc(server.Requests(), func(r modelserver.Request) bool { return r.Tools == 0 && r.Words == 0 })
	before = slices.IndexFunc(requests, func(r modelserver.Request) bool { return r.Words > 0 })
	if before < 0 || before != len(requests)-1 || requests[before].Tools != tools {
		h.t.Fatalf("%+v, want one with the words, the last, with %d tools", requests, tools)
	}
	return before
}

func TestAnAgentThatIsStoppedAnswersFromWhatItHas(t *testing.T) {
	for _, a := range forms() {
		for name, flags := range map[string][]string{
			"by its hook":        {"--max-turns", "3"},
			"by what it prints":  {"--max-turns", "3", "--no-hook"},
			"by its tool calls":  {"--max-tool-calls", "2"},
			"after its patience": {"--max-turns", "3", "--grace", "1"},
		} {
			if name == "by what it prints" && len(a.headless) == 1 {
				continue // in text it prints nothing to go by
			}
			t.Run(a.form()+"/"+name, func(t *testing.T) {
				server := modelserver.Start(t, a.stopping())
				h := newHome(t, a, server)
				got := run(t, h.guarded("count", append(flags, "--on-limit", "synthesize")...))
				if got.status != 124 || !strings.Contains(got.stdout, lastWords) {
					t.Errorf("status %d, stdout:\n%s", got.status, got.stdout)
				}
				_, line, _ := strings.Cut(got.stderr, "turnguard: ") // pi says itself that it was aborted
				if strings.Count(line, "\n") != 1 || !strings.Contains(line, "(as --on-limit synthesize says)") {
					t.Errorf("stderr %q", got.stderr)
				}
				if n := h.salvaged(server, 0, result{Reason: "on_limit_synthesize", Turns: 3}); n != 3 {
					t.Errorf("%d requests before the answer, want 3", n)
				}
			})
		}
	}
}

func TestAPersonMayHaveAnAnswerInsteadOfMoreTurns(t *testing.T) {
	for _, a := range append(slices.Clone(agents), opencode()) {
		t.Run(a.String(), func(t *testing.T) {
			server := modelserver.Start(t, a.stopping())
			u := newHome(t, a, server).tui("--max-turns", "2")
			u.prompt("count to eight")
			u.WaitFor("You've used 2 turns. " + question)
			answer(u.Pane, "s", "> salvage")
			if status := u.WaitForPrompt(); status != 124 {
				t.Errorf("status %d", status)
			}
			if screen := u.Screen(); !strings.Contains(screen, lastWords) {
				t.Errorf("no answer:\n%s", screen)
			}
			if u.Stty() != u.stty {
				t.Errorf("the terminal is %s, and was %s", u.Stty(), u.stty)
			}
			if n := u.home.salvaged(server, 0, result{Reason: "declined", Turns: 2}); n != 2 {
				t.Errorf("%d requests before the answer, want 2", n)
			}
		})
	}
}

func TestAPersonMayHaveTheAgentWrapUp(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(8)
			script.Words, script.Heeds = words, true
			server := modelserver.Start(t, script)
			u := newHome(t, a, server).tui("--max-turns", "4", "--wrap-up-message", words)
			u.prompt("count to eight")
			u.WaitFor("You've used 4 turns. " + question)
			answer(u.Pane, "w", "> wrap up: 3 more turns to finish in")
			u.WaitGone(question)
			u.waitIdle()
			if counts := carried(server); counts[len(counts)-1] != 1 || len(counts) > 6 {
				t.Errorf("the requests carry the message %v times", counts)
			}
			if status := u.leave(); status != 0 {
				t.Errorf("status %d", status)
			}
			if got := u.home.result(); got.Outcome != "wrapped_up" || got.Grants != 1 {
				t.Errorf("got %+v", got)
			}
		})
	}
}
