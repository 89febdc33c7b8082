package command_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/terminal"
)

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
		"when turnguard is told to stop":   {"kill -TERM $(cut -d' ' -f4 /proc/$PPID/stat); sleep 60", "", 143}, // the guard's parent
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
