package command_test

import (
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/terminal"
)

func TestYesGrantsAsManyTurnsAgainAndNoEndsTheAgent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "2", "--", "agent", "turns=9", "requests=requests"))
	term.WaitForTitle("Turns: 2/2")
	term.WaitFor("You've used 2 turns. " + question)
	term.WaitFor("tools    2 bash")
	term.WaitFor("yes, 2 more turns")
	if n := requests(t, dir); n != 2 {
		t.Errorf("%d requests before the first question, want 2", n)
	}
	answer(term, "y", "> yes")
	waitFor(t, "two more requests", func() bool { return requests(t, dir) == 4 })
	term.WaitFor(question)
	answer(term, "n", "> no")
	expect(t, dir, term, 124, "limit declined, 4 turns, 1 grants, limit 2")
	term.WaitFor("turnguard: stopped at the turn limit after 2 turns (as you said)")
	if n := requests(t, dir); n != 4 {
		t.Errorf("%d requests in all, want 4", n)
	}
}

func TestAnotherLimitKeepsTheCount(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "2", "--", "agent", "turns=9", "requests=requests"))
	term.WaitFor(question)
	answer(term, "a", "> another")
	term.Send("2\r")
	term.WaitFor("2 turns are used already")
	term.Send("\x7f5\r")
	term.WaitFor("You've used 5 turns. " + question)
	if n := requests(t, dir); n != 5 {
		t.Errorf("%d requests, want 5", n)
	}
	answer(term, "a", "> another")
	term.Send("unlimited\r")
	expect(t, dir, term, 0, "finished, 9 turns, 0 grants, limit unlimited")
}

func TestCtrlCStopsTheAgent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "1", "--", "agent", "turns=2"))
	term.WaitFor(question)
	term.SendUntilGone("\x03", question)
	expect(t, dir, term, 124, "limit declined, 1 turns, 0 grants, limit 1")
}

func TestNoAnswerInTimeStopsTheAgent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "1", "--ask-timeout", "300ms", "--", "agent", "turns=2"))
	term.WaitFor("turnguard: stopped at the turn limit after 1 turn (no answer in 300ms)")
	expect(t, dir, term, 124, "limit ask_timeout, 1 turns, 0 grants, limit 1")
}

func TestLimitZeroAsksBeforeEveryTurn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "0", "--", "agent", "turns=2", "requests=requests"))
	term.WaitFor("Nothing has been started yet. Start agent?")
	if n := requests(t, dir); n != 0 {
		t.Errorf("%d requests before the first yes, want none", n)
	}
	answer(term, "y", "> yes")
	term.WaitFor("You've used 1 turn. " + question)
	if n := requests(t, dir); n != 1 {
		t.Errorf("%d requests before the second yes, want 1", n)
	}
	answer(term, "y", "> yes")
	expect(t, dir, term, 0, "finished, 2 turns, 2 grants, limit 0")
}

// Every line that is typed is a prompt of one turn here. An agent that only claims to be prompted gets no more turns.
func TestOnlyWhatAPersonTypesStartsTheCountAnew(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "1", "--", "sh", "-c", `
		prompt() { echo '{"type":"agent_start"}'; echo '{"type":"turn_start"}'; echo '{"type":"agent_end"}'; }
		while read line; do prompt; echo "turn for $line"; done
		prompt; sleep 60`))
	for _, line := range []string{"one", "two", "three"} {
		term.Send(line + "\r")
		term.WaitFor("turn for " + line)
	}
	term.Send("\x04") // no line: what follows is the agent's own idea
	term.WaitFor("You've used 1 turn. " + question)
	answer(term, "n", "> no")
	expect(t, dir, term, 124, "limit declined, 3 turns, 0 grants, limit 1")
}

func TestABlindGuardSaysSo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "--blind-timeout", "100ms", "--", "sh", "-c", "echo hello; read line"))
	term.WaitFor("turnguard: nothing is being counted")
	term.WaitForTitle("Turns: ?")
	term.Send("\r")
	expect(t, dir, term, 0, "finished, 0 turns, 0 grants, limit 25")
}

func TestTheDemoShowsTheQuestion(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	command := guarded(t, dir)
	command.Args = []string{command.Args[0], "demo", "-n", "1"}
	term := terminal.Start(t, command)
	term.WaitForTitle("Turns: 1/1")
	term.WaitFor("You've used 1 turn. " + question)
	answer(term, "n", "> no")
	if got := term.Wait(); got != 124 {
		t.Errorf("status %d, want 124", got)
	}
}

func TestTheQuestionNamesTheLimitThatIsReached(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "4", "--max-tool-calls", "2", "--", "agent", "turns=9"))
	term.WaitFor("Tool call limit reached")
	term.WaitFor("You've used 2 tool calls. " + question)
	term.WaitFor("tools    2 bash")
	term.WaitFor("yes, 2 more tool calls")
	answer(term, "a", "> another")
	term.Send("2\r")
	term.WaitFor("2 tool calls are used already")
	term.Send("\x7f9\r")
	term.WaitFor("You've used 4 turns. " + question)
	answer(term, "n", "> no")
	expect(t, dir, term, 124, "limit declined, 4 turns, 0 grants, limit 4")
}
