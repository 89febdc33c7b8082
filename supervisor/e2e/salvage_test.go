//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// salvaged expects that the agent, after so many turns, was asked once for an answer without tools.
func (h *home) salvaged(server *modelserver.Server, turns int, reason string) {
	h.t.Helper()
	if n := len(server.Main()); n != turns {
		h.t.Errorf("%d requests with tools, want %d", n, turns)
	}
	requests := server.Requests()
	bare := 0
	for _, r := range requests {
		if r.Tools == 0 && strings.HasPrefix(r.Path, "/v1/") {
			bare++
		}
	}
	if last := requests[len(requests)-1]; bare != 1 || last.Tools != 0 {
		h.t.Errorf("%d requests without tools, want one, the last: %+v", bare, last)
	}
	want := result{Outcome: "limit", Reason: reason, Turns: turns, Salvaged: true}
	if got := h.result(); got != want {
		h.t.Errorf("got %+v, want %+v", got, want)
	}
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
				script := a.counting(8)
				script.Final = lastWords
				server := modelserver.Start(t, script)
				h := newHome(t, a, server)
				got := run(t, h.guarded("count", append(flags, "--on-limit", "synthesize")...))
				if got.status != 124 || !strings.Contains(got.stdout, lastWords) {
					t.Errorf("status %d, stdout:\n%s", got.status, got.stdout)
				}
				_, line, _ := strings.Cut(got.stderr, "turnguard: ") // pi says itself that it was aborted
				if strings.Count(line, "\n") != 1 || !strings.Contains(line, "(as --on-limit synthesize says)") {
					t.Errorf("stderr %q", got.stderr)
				}
				h.salvaged(server, 3, "on_limit_synthesize")
			})
		}
	}
}

func TestAPersonMayHaveAnAnswerInsteadOfMoreTurns(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(8)
			script.Final = lastWords
			server := modelserver.Start(t, script)
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
			u.home.salvaged(server, 2, "declined")
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
