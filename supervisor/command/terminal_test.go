package command_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/supervisor/e2e/terminal"
)

const question = "Continue?"

// guarded returns the command `turnguard args...`, to be run in dir, where `agent` is the scripted one and its requests
// and turnguard's result are kept.
func guarded(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "agent")); err != nil {
		t.Fatal(err)
	}
	return &exec.Cmd{
		Path: self, Dir: dir,
		Args: append([]string{"turnguard-on-a-terminal", "--result", filepath.Join(dir, "result")}, args...),
		Env:  []string{"PATH=" + dir + ":/usr/bin:/bin", "TERM=xterm-256color", "HOME=" + dir, "GORACE=" + race},
	}
}

// answer selects an answer by its key and gives it. Keys are ignored while the question is new, so the key is typed until
// it shows.
func answer(term *terminal.Terminal, key, selected string) {
	term.SendUntilShown(key, selected)
	term.Send("\r")
}

// requests counts the requests that the scripted agent has made.
func requests(t *testing.T, dir string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "requests"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return bytes.Count(text, []byte("\n"))
}

func expect(t *testing.T, dir string, term *terminal.Terminal, status int, result string) {
	t.Helper()
	if got := term.Wait(); got != status {
		t.Errorf("status %d, want %d; screen:\n%s", got, status, term.Screen())
	}
	text, err := os.ReadFile(filepath.Join(dir, "result"))
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Outcome, Reason string
		Turns, Grants   int
		Limit           *int
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	limit := "unlimited"
	if r.Limit != nil {
		limit = strconv.Itoa(*r.Limit)
	}
	got := strings.TrimSpace(fmt.Sprintf("%s %s", r.Outcome, r.Reason))
	if got = fmt.Sprintf("%s, %d turns, %d grants, limit %s", got, r.Turns, r.Grants, limit); got != result {
		t.Errorf("result %q, want %q", got, result)
	}
}

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

// state returns the state letter of the process whose id stands in a file, or X if it is gone.
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
	return rest[:1]
}

func TestTheWholeTreeIsFrozenWhileTheQuestionIsOpen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "-n", "1", "--", "sh", "-c", withTool+"touch went-on; sleep 60"))
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
	if got := state(t, tool); got != "S" {
		t.Errorf("a tool that outlives an agent that ends by itself is in state %s, want S", got)
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

// Setting the size of the agent's terminal must not make it block the loop.
func TestTheWindowMayChangeItsSizeAtAnyTime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	command := guarded(t, dir, "-n", "1", "--", "sh", "-c", `trap 'stty size' WINCH; echo ready
		while ! test -e done; do sleep 0.02; done
		for i in 1 2; do echo '{"type":"turn_start"}'; done
		while ! test -e seen; do sleep 0.02; done`)
	term := terminal.Start(t, command)
	term.WaitFor("ready")
	term.Resize(20, 70)
	term.WaitFor("20 70")
	touch(t, dir, "done")
	term.WaitFor(question)
	touch(t, dir, "seen")
	term.Resize(25, 90)
	answer(term, "y", "> yes")
	expect(t, dir, term, 0, "finished, 2 turns, 1 grants, limit 1")
}

func TestTheKeyboardIsTheAgents(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "--", "cat"))
	term.Send("hello\r")
	term.WaitFor("hello\nhello")
	term.Send("\x04")
	expect(t, dir, term, 0, "finished, 0 turns, 0 grants, limit 25")
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

func TestInAPipelineTheQuestionIsOnTheTerminalAndThePipesAreUntouched(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	command := guarded(t, dir, "-n", "1", "--", "sh", "-c", `cat; for i in 1 2; do echo '{"type":"turn_start"}'; done
		while ! test -e seen; do sleep 0.02; done; echo error >&2`)
	input := strings.Repeat("0123456789", 1000) + "\n" // longer than a line on a terminal can be
	var stdout bytes.Buffer
	command.Stdin, command.Stdout = strings.NewReader(input), &stdout
	term := terminal.Start(t, command)
	term.WaitFor(question)
	touch(t, dir, "seen")
	answer(term, "y", "> yes")
	term.WaitFor("error")
	expect(t, dir, term, 0, "finished, 2 turns, 1 grants, limit 1")
	if want := input + "{\"type\":\"turn_start\"}\n{\"type\":\"turn_start\"}\n"; stdout.String() != want {
		t.Errorf("stdout has %d bytes, want %d: ...%q", stdout.Len(), len(want), stdout.String()[max(0, stdout.Len()-200):])
	}
}

func TestTheTerminalIsGivenBackAsItWas(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		agent, answer string
		status        int
	}{
		"when the agent ends":              {"stty raw -echo; exit 3", "", 3},
		"when the agent is stopped":        {"stty raw; echo '{\"type\":\"turn_start\"}'; echo '{\"type\":\"turn_start\"}'; sleep 60", "n", 124},
		"when turnguard is told to stop":   {"kill -TERM $PPID; sleep 60", "", 143},
		"when the agent's title was there": {`printf '\033]0;the agent\007'; exit 0`, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			command := guarded(t, dir, "-n", "1", "--", "sh", "-c", c.agent)
			shell := exec.Command("/bin/sh", "-c", `stty -g >before; "$@"; status=$?; stty -g >after; exit $status`, "sh")
			shell.Args = append(shell.Args, filepath.Join(dir, "turnguard-on-a-terminal"))
			shell.Args = append(shell.Args, command.Args[1:]...)
			shell.Dir, shell.Env = dir, command.Env
			if err := os.Symlink(command.Path, filepath.Join(dir, "turnguard-on-a-terminal")); err != nil {
				t.Fatal(err)
			}
			term := terminal.Start(t, shell)
			if c.answer != "" {
				answer(term, c.answer, "> no")
			}
			if got := term.Wait(); got != c.status {
				t.Errorf("status %d, want %d; screen:\n%s", got, c.status, term.Screen())
			}
			before, _ := os.ReadFile(filepath.Join(dir, "before"))
			after, _ := os.ReadFile(filepath.Join(dir, "after"))
			if len(before) == 0 || !bytes.Equal(before, after) {
				t.Errorf("stty said %q before and %q after", before, after)
			}
		})
	}
}

func TestTheAgentsTitleStandsBehindTheCount(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "--", "sh", "-c",
		`echo '{"type":"turn_start"}'; printf '\033]0;my project\007'; read line`))
	term.WaitForTitle("Turns: 1/25 · my project")
	term.Send("\r")
	term.Wait()
}

func TestWithoutTitlesTheAgentsTitleIsItsOwn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := terminal.Start(t, guarded(t, dir, "--no-title", "--", "sh", "-c",
		`echo '{"type":"turn_start"}'; printf '\033]0;my project\007'; read line`))
	term.WaitForTitle("my project")
	if strings.Contains(term.Title(), "Turns") {
		t.Errorf("title %q, want the agent's alone", term.Title())
	}
	term.Send("\r")
	term.Wait()
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

func touch(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

func exists(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

func kill(t *testing.T, file string, sig unix.Signal) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.Kill(pid, sig); err != nil {
		t.Fatal(err)
	}
}

func waitFor(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited 30 s for %s", what)
		}
	}
}
