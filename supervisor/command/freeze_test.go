package command_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/supervisor/e2e/terminal"
	"github.com/turnguard/turnguard/supervisor/internal/cgroup"
)

// The agent of these scripts has a tool in a session of its own, as all real ones do.
const withTool = `
setsid sh -c 'echo $$ >tool; exec sleep 60' &
while ! test -s tool; do sleep 0.01; done
echo $$ >agent.pid
echo '{"type":"agent_start"}'
echo '{"type":"turn_start"}'
echo '{"type":"tool_execution_start","toolName":"bash"}'
sleep 0.1
`

// state returns the state letter of the process whose id stands in a file, or X if it is gone. One that is frozen with its
// control group counts as stopped.
func state(t *testing.T, file string) string {
	t.Helper()
	pid, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	stat, err := os.ReadFile("/proc/" + strings.TrimSpace(string(pid)) + "/stat")
	if err != nil {
		return "X"
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	if number, _ := strconv.Atoi(strings.TrimSpace(string(pid))); cgroup.Frozen(number) {
		return "T"
	}
	return rest[:1]
}

func TestTheWholeTreeIsFrozenWhileTheQuestionIsOpen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	// Not a command of the shell's: Ctrl-C would be lost on it while the shell starts it.
	term := terminal.Start(t, guarded(t, dir, "-n", "1", "--", "sh", "-c", withTool+"touch went-on; exec sleep 60"))
	term.WaitFor(" processes") // held: the agent and the tool, at least
	tool, agent := filepath.Join(dir, "tool"), filepath.Join(dir, "agent.pid")
	// A shell that was stopped between starting a command and that command's exec waits in state D, as good as stopped.
	if got := state(t, tool) + state(t, agent); got != "TT" && got != "TD" {
		t.Errorf("tool and agent are in states %s, want TT", got)
	}
	answer(term, "y", "> yes")
	waitFor(t, "the agent to go on", func() bool { return exists(dir, "went-on") && state(t, tool) == "S" })
	term.Send("\x03") // to the agent
	term.Wait()
	if got := state(t, tool); got == "X" || got == "T" { // it sleeps, and wakes now and then
		t.Errorf("a tool that outlives an agent that ends by itself is in state %s, want S or R", got)
	}
	kill(t, tool, unix.SIGKILL)
}

func TestAfterANoNothingOfTheTreeIsLeft(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "1", "--", "sh", "-c", withTool+"touch went-on; sleep 60"))
	term.WaitFor(question)
	answer(term, "n", "> no")
	expect(t, dir, term, 124, "limit declined, 1 turns, 0 grants, limit 1")
	if got := state(t, filepath.Join(dir, "tool")) + state(t, filepath.Join(dir, "agent.pid")); got != "XX" || exists(dir, "went-on") {
		t.Errorf("tool and agent are in states %s, want XX; the agent went on: %v", got, exists(dir, "went-on"))
	}
}

func TestTheQuestionGoesWhenTheAgentDoes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "1", "--", "sh", "-c", withTool))
	term.WaitFor(question)
	kill(t, filepath.Join(dir, "agent.pid"), unix.SIGKILL)
	term.WaitFor("turnguard: the agent ended before there was an answer")
	expect(t, dir, term, 137, "finished, 1 turns, 0 grants, limit 1")
	if got := state(t, filepath.Join(dir, "tool")); got != "X" {
		t.Errorf("the frozen tool is in state %s, want X", got)
	}
}

func TestASignalEndsTheQuestionAndTheAgent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	command := guarded(t, dir, "-n", "1", "--", "sh", "-c", withTool)
	term := terminal.Start(t, command)
	term.WaitFor(question)
	if err := command.Process.Signal(unix.SIGTERM); err != nil {
		t.Fatal(err)
	}
	expect(t, dir, term, 143, "signalled SIGTERM, 1 turns, 0 grants, limit 1")
	if got := state(t, filepath.Join(dir, "tool")) + state(t, filepath.Join(dir, "agent.pid")); got != "XX" {
		t.Errorf("tool and agent are in states %s, want XX", got)
	}
}

func TestClosingTheWindowEndsTheQuestionAndTheAgent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "1", "--", "sh", "-c", withTool))
	term.WaitFor(question)
	term.Hangup()
	status := term.Wait()
	result, err := os.ReadFile(filepath.Join(dir, "result"))
	if err != nil {
		t.Fatal(err)
	}
	// Whether the signal or the end of input is seen first is the kernel's choice.
	declined := status == 124 && bytes.Contains(result, []byte(`"outcome":"limit","reason":"declined"`))
	hungUp := status == 129 && bytes.Contains(result, []byte(`"outcome":"signalled","reason":"SIGHUP"`))
	if !declined && !hungUp {
		t.Errorf("status %d, result %s", status, result)
	}
	if got := state(t, filepath.Join(dir, "tool")) + state(t, filepath.Join(dir, "agent.pid")); got != "XX" {
		t.Errorf("tool and agent are in states %s, want XX", got)
	}
}
