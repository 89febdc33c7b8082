package command_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/terminal"
)

const threeTimes = "The same bash call has had the same result 3 times in a row. "

func TestThePersonIsAskedAboutAnAgentThatRepeatsItself(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "--ask-on-loop", "3", "--", "agent", "turns=11", "results=aabaaaaaaa", "requests=requests"))
	term.WaitFor("The agent repeats itself")
	term.WaitFor(threeTimes + question)
	if n := requests(t, dir); n != 6 {
		t.Errorf("%d requests before the first question, want 6", n)
	}
	answer(term, "y", "> yes, go on")
	waitFor(t, "three more requests", func() bool { return requests(t, dir) == 9 })
	answer(term, "n", "> no")
	expect(t, dir, term, 124, "limit loop, 9 turns, 0 grants, limit 25")
	term.WaitFor("turnguard: stopped after 9 turns, since the agent repeated itself (as you said)")
}

func TestThePersonIsAskedAboutCallsThatTakeTurns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "--ask-on-loop", "9", "--", "agent", "turns=6", "results=xabab"))
	term.WaitFor("Two calls have taken turns with the same results. " + question)
	answer(term, "y", "> yes, go on")
	expect(t, dir, term, 0, "finished, 6 turns, 0 grants, limit 25")
}

func TestALoopThatWasAnsweredIsNoReasonForALaterStop(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "--ask-on-loop", "2", "--agent", "generic", "--", "sh", "-c", `echo '
		{"type":"turn_start"}
		{"type":"tool_execution_start","toolCallId":"1","toolName":"bash","args":{"command":"ls"}}
		{"type":"tool_execution_end","toolCallId":"1","result":"README.md"}
		{"type":"tool_execution_end","toolCallId":"1","result":"README.md"}'; sleep 60`))
	term.WaitFor("2 times in a row. " + question)
	answer(term, "y", "> yes, go on")
	term.SendUntilShown("\x1c", "Menu (")
	answer(term, "n", "> no")
	expect(t, dir, term, 124, "limit stopped, 1 turns, 0 grants, limit 25")
}

func TestNoAnswerAboutALoopStopsTheAgent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "--ask-on-loop", "2", "--ask-timeout", "300ms", "--", "agent", "turns=6", "results=aaaa"))
	term.WaitFor("turnguard: stopped after 2 turns, since the agent repeated itself (no answer in 300ms)")
	expect(t, dir, term, 124, "limit ask_timeout, 2 turns, 0 grants, limit 25")
}

func TestALimitFromAnotherTerminalLeavesTheQuestionAboutALoopOpen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	command := guarded(t, dir, "--ask-on-loop", "3", "--", "agent", "turns=6", "results=aaa")
	term := terminal.Start(t, command)
	term.WaitFor(threeTimes + question)
	limit := func(n, reply string) {
		t.Helper()
		c := &exec.Cmd{Path: command.Path, Args: []string{"turnguard", "limit", n}, Env: command.Env, Dir: dir}
		if out, err := c.CombinedOutput(); string(out) != reply || err != nil {
			t.Errorf("%q, %v", out, err)
		}
	}
	limit("5", "limit set to 5: 3 turns used\n")
	term.WaitFor(threeTimes + question)
	limit("2", "limit set to 2: 3 turns used\n")
	term.WaitFor("You've used 3 turns. " + question)
	term.WaitFor("loop     The same bash call")
	limit("25", "limit set to 25: 3 turns used\n")
	expect(t, dir, term, 0, "finished, 6 turns, 0 grants, limit 25")
}

func TestALimitThatComesWithALoopIsWhatIsAskedAbout(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "2", "--ask-on-loop", "2", "--events", "events", "--agent", "generic", "--", "sh", "-c", `echo '
		{"type":"turn_start"}
		{"type":"tool_execution_start","toolCallId":"1","toolName":"bash","args":{"command":"ls"}}
		{"type":"tool_execution_end","toolCallId":"1","result":"README.md"}
		{"type":"tool_execution_end","toolCallId":"1","result":"README.md"}
		{"type":"turn_start"}
		{"type":"tool_execution_start","toolCallId":"2","toolName":"bash","args":{"command":"ls"}}'; sleep 60`))
	term.WaitFor("You've used 2 turns. " + question)
	term.WaitFor("loop     The same bash call has had the same result 2 times in a row.")
	answer(term, "n", "> no")
	expect(t, dir, term, 124, "limit declined, 2 turns, 0 grants, limit 2")
	events, err := os.ReadFile(filepath.Join(dir, "events"))
	if n := bytes.Count(events, []byte(`"event":"limit_reached"`)); n != 1 || err != nil {
		t.Errorf("the limit is noted %d times (%v), want once:\n%s", n, err, events)
	}
}

func TestOneWhoAsksForNoQuestionsGetsNone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "--on-limit", "abort", "--ask-on-loop", "2", "--", "agent", "turns=4", "results=aaa", "tools=1ms"))
	expect(t, dir, term, 0, "finished, 4 turns, 0 grants, limit 25")
}
