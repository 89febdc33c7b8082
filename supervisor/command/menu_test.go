package command_test

import (
	"os/exec"
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/terminal"
)

// An agent at work, that says when it is done.
const atWork = `
echo '{"type":"agent_start"}'
echo '{"type":"turn_start"}'
until test -e enough; do sleep 0.01; done
echo '{"type":"turn_start"}'
sleep 0.3
echo '{"type":"turn_start"}'
sleep 0.3
echo went on`

func TestTheMenuPausesTheAgentAndGrantsNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "3", "--", "sh", "-c", atWork))
	term.WaitForTitle("Turns: 1/3")
	term.Send("\x1c")
	term.WaitFor(`Menu (Ctrl-\)`)
	term.WaitFor("You've used 1 of 3 turns. " + question)
	touch(t, dir, "enough")
	answer(term, "y", "> yes, go on")
	expect(t, dir, term, 0, "finished, 3 turns, 0 grants, limit 3")
}

func TestTheMenuStopsTheAgent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "3", "--menu-key", "^g", "--", "sh", "-c", atWork))
	term.WaitForTitle("Turns: 1/3")
	term.Send("\a")
	term.WaitFor("Menu (Ctrl-G)")
	answer(term, "n", "> no")
	expect(t, dir, term, 124, "limit stopped, 1 turns, 0 grants, limit 3")
	term.WaitFor("turnguard: stopped after 1 turn, as you said")
}

func TestTheMenuChangesTheLimitAndAsksIfItIsReached(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "9", "--", "sh", "-c", atWork))
	term.WaitForTitle("Turns: 1/9")
	term.Send("\x1c")
	term.WaitFor("Menu (")
	answer(term, "a", "> another limit")
	term.WaitFor("New limit")
	term.Send("2\r")
	touch(t, dir, "enough")
	term.WaitFor("You've used 2 turns. " + question)
	answer(term, "n", "> no")
	expect(t, dir, term, 124, "limit declined, 2 turns, 0 grants, limit 2")
}

func TestWithoutAMenuKeyTheAgentGetsTheKey(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "9", "--menu-key", "none", "--", "sh", "-c",
		`trap 'echo got it; exit 3' QUIT; echo ready; while :; do sleep 0.05; done`))
	term.WaitFor("ready")
	term.Send("\x1c") // which is SIGQUIT on a terminal that the agent leaves as it is
	expect(t, dir, term, 3, "finished, 0 turns, 0 grants, limit 9")
}

func TestALimitFromAnotherTerminalAnswersTheQuestion(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	touch(t, dir, "enough")
	command := guarded(t, dir, "-n", "1", "--", "sh", "-c", atWork)
	term := terminal.Start(t, command)
	term.WaitFor("You've used 1 turn. " + question)
	limit := &exec.Cmd{Path: command.Path, Args: []string{"turnguard", "limit", "5"}, Env: command.Env, Dir: dir}
	if out, err := limit.CombinedOutput(); string(out) != "limit set to 5: 2 turns used\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
	expect(t, dir, term, 0, "finished, 3 turns, 0 grants, limit 5")
}
