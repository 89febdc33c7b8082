//go:build linux

package faults

import (
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

const (
	question = "Continue?"
	// patience bounds every wait. It is long for a loaded machine: nothing that works needs it.
	patience = 20 * time.Second
)

// words is what the scripts of agents may say: `emit turn_start` prints an event, `await file` waits for a file with something in it.
const words = `#!/bin/sh
emit() { printf '{"type":"%s"}\n' "$1"; }
await() { while ! test -s "$1"; do sleep 0.01; done; }
`

// twoTurns reaches a limit of 1, and waits for the question: an agent that did not might be gone before it is stopped.
const twoTurns = "emit turn_start; emit turn_start; await asked\n"

// stage is where a fault is played: a terminal with a shell in front of it that runs a command line with turnguard in it.
type stage struct {
	testing.TB
	*terminal.Terminal
	dir     string // where the command line runs
	runtime string // for sockets and the like
	token   string // in the environment of every process
}

// prepare makes a stage on which `agent` is a script, and nothing runs yet.
func prepare(t *testing.T, agent string) *stage {
	t.Helper()
	runtime, err := os.MkdirTemp("", "tg") //nolint:usetesting // its path would be too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(runtime) })
	s := &stage{TB: t, dir: t.TempDir(), runtime: runtime}
	s.token = "FAULTS_TOKEN=" + s.dir
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(runtime, "bin")
	if err := os.Mkdir(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	for name := range roles {
		if err := os.Symlink(self, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	s.script("agent", agent)
	return s
}

// script makes a program that the command line can run.
func (s *stage) script(name, text string) {
	s.Helper()
	if err := os.WriteFile(filepath.Join(s.runtime, "bin", name), []byte(words+text), 0o700); err != nil {
		s.Fatal(err)
	}
}

// environ is the environment of a command on the stage.
func (s *stage) environ(more ...string) []string {
	return append([]string{
		s.token, "PATH=" + s.runtime + "/bin:/usr/bin:/bin", "HOME=" + s.dir, "TMPDIR=" + s.runtime, "XDG_RUNTIME_DIR=" + s.runtime,
		"TERM=xterm-256color", "LC_ALL=C.UTF-8", "GORACE=atexit_sleep_ms=0",
	}, more...)
}

// holder is the shell in front: it looks at the terminal before and after the command line, as nobody else could. Where
// that leaves it to its guard to tidy up, the shell looks again until the guard has had its time.
const holder = `stty -g >before
%s
echo $? >status
stty -g >after
for i in 1 2 3 4 5 6 7 8 9 10; do
	stty -g >later
	cmp -s before later && break
	sleep 0.2
done`

// run starts the command line.
func (s *stage) run(line string, environment ...string) *stage {
	s.Helper()
	s.start([]string{"holder", "-c", fmt.Sprintf(holder, line)}, environment...)
	return s
}

func (s *stage) start(argv []string, environment ...string) {
	s.Helper()
	s.Cleanup(s.clear)
	shell := exec.Command("/bin/bash")
	shell.Args, shell.Dir, shell.Env = argv, s.dir, s.environ(environment...)
	s.Terminal = terminal.Start(s.TB, shell)
}

// play runs turnguard, with flags before the agent, on a new stage.
func play(t *testing.T, flags, agent string) *stage {
	t.Helper()
	return prepare(t, agent).run("turnguard " + flags + " -- agent")
}

// aside runs a command beside the one on the terminal, and returns what it prints.
func (s *stage) aside(name string, args ...string) string {
	s.Helper()
	cmd := exec.CommandContext(s.Context(), filepath.Join(s.runtime, "bin", name), args...)
	cmd.Dir, cmd.Env = s.dir, s.environ()
	out, _ := cmd.CombinedOutput() // its status is in what it says
	return string(out)
}

// asked waits for the question, and lets an agent go on that is not frozen.
func (s *stage) asked() {
	s.Helper()
	s.WaitFor(question)
	s.touch("asked")
}

// yes and no answer the question. Keys are ignored while it is new, so they are typed until they show.
func (s *stage) yes() {
	s.Helper()
	s.SendUntilShown("y", "> yes")
	s.Send("\r")
}

func (s *stage) no() {
	s.Helper()
	s.SendUntilShown("n", "> no")
	s.Send("\r")
}

func (s *stage) eventually(what string, is func() bool) {
	s.Helper()
	for deadline := time.Now().Add(patience); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.Fatalf("not within %v: %s; processes:\n%s\nscreen:\n%s", patience, what, s.processes(), strings.TrimSpace(s.Screen()))
		}
	}
}

// read returns a file's text, without spaces around it; of one that is not there, nothing.
func (s *stage) read(name string) string {
	text, _ := os.ReadFile(filepath.Join(s.dir, name))
	return strings.TrimSpace(string(text))
}

func (s *stage) exists(name string) bool {
	_, err := os.Stat(filepath.Join(s.dir, name))
	return err == nil
}

func (s *stage) touch(name string) {
	s.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte("\n"), 0o600); err != nil {
		s.Fatal(err)
	}
}

// await waits until a file has text in it.
func (s *stage) await(name string) string {
	s.Helper()
	s.eventually("text in "+name, func() bool { return s.read(name) != "" })
	return s.read(name)
}

// signal signals a process: the one whose id stands in a file.
func (s *stage) signal(file string, sig unix.Signal) {
	s.Helper()
	pid, err := strconv.Atoi(s.await(file))
	if err != nil {
		s.Fatal(err)
	}
	s.kill(pid, sig)
}

func (s *stage) kill(pid int, sig unix.Signal) {
	s.Helper()
	if err := unix.Kill(pid, sig); err != nil {
		s.Fatalf("signal %v to %d: %v", sig, pid, err)
	}
}

// ticks returns how often each tool has ticked.
func (s *stage) ticks() map[string]int64 {
	s.Helper()
	files, err := filepath.Glob(filepath.Join(s.dir, "*.tick"))
	if err != nil {
		s.Fatal(err)
	}
	ticks := map[string]int64{}
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			s.Fatal(err)
		}
		ticks[strings.TrimSuffix(filepath.Base(file), ".tick")] = info.Size()
	}
	return ticks
}

// ticking waits until each of the tools has ticked anew.
func (s *stage) ticking(tools ...string) {
	s.Helper()
	before := s.ticks()
	for _, tool := range tools {
		s.eventually(tool+" ticks", func() bool { return s.ticks()[tool] > before[tool] })
	}
}
