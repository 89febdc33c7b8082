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
		Env: []string{
			"PATH=" + dir + ":/usr/bin:/bin", "TERM=xterm-256color", "HOME=" + dir, "XDG_RUNTIME_DIR=" + runtimeDir(t), "GORACE=" + race,
		},
	}
}

// runtimeDir makes a runtime directory. Its path is short, for the sockets in it.
func runtimeDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "tg") //nolint:usetesting // its path would be too long
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
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
