package command_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

// race keeps the race detector, where the tests are built with it, from waiting for a second at the end of every process.
const race = "atexit_sleep_ms=0"

func TestCommandLine(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       os.Getenv("UPDATE") != "",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			captures, err := filepath.Abs("../../detect/testdata")
			if err != nil {
				return err
			}
			env.Setenv("CAPTURES", captures)
			env.Setenv("DOCS", filepath.Join(captures, "../../docs"))
			env.Setenv("GORACE", race)
			runtime, err := os.MkdirTemp("", "tg") //nolint:usetesting // its path would be too long
			if err != nil {
				return err
			}
			env.Defer(func() { _ = os.RemoveAll(runtime) })
			env.Setenv("XDG_RUNTIME_DIR", runtime)
			random := make([]byte, 1<<20)
			source := rand.NewChaCha8([32]byte{1})
			_, _ = source.Read(random)
			return os.WriteFile(filepath.Join(env.WorkDir, "random.bin"), random, 0o600)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "lines": lines, "gone": gone, "await": await,
		},
	})
}

// exits runs a command and checks its exit status: `exits 124 turnguard -n 3 -- agent`.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// lines checks how many lines a file has: `lines 3 requests`. A file that is not there has none.
func lines(ts *testscript.TestScript, _ bool, args []string) {
	text, err := os.ReadFile(ts.MkAbs(args[1]))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		ts.Check(err)
	}
	if got := strconv.Itoa(bytes.Count(text, []byte("\n"))); got != args[0] {
		ts.Fatalf("%s has %s lines, want %s:\n%s", args[1], got, args[0], text)
	}
}

// gone checks that the processes whose ids stand in a file, one on each line, are no more.
func gone(ts *testscript.TestScript, _ bool, args []string) {
	text, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	pids := strings.Fields(string(text))
	if len(pids) == 0 {
		ts.Fatalf("no process ids in %s", args[0])
	}
	for _, word := range pids {
		pid, err := strconv.Atoi(word)
		ts.Check(err)
		within(ts, fmt.Sprintf("process %d lives on", pid), func() bool { return unix.Kill(pid, 0) != nil })
	}
}

// await waits until a file has a number of lines: `await 1 pids`.
func await(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	within(ts, fmt.Sprintf("%s never had %d lines", args[1], want), func() bool {
		text, _ := os.ReadFile(ts.MkAbs(args[1]))
		return bytes.Count(text, []byte("\n")) >= want
	})
}

func within(ts *testscript.TestScript, complaint string, is func() bool) {
	for deadline := time.Now().Add(10 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			ts.Fatalf("%s", complaint)
		}
	}
}
