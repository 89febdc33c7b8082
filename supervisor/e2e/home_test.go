//go:build e2e

package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// A home is a fresh home directory of somebody who uses one agent, and turnguard, with the model of a server.
type home struct {
	t     *testing.T
	agent agent
	dir   string

	runtime string   // the user's runtime directory
	env     []string // all of it: nothing comes from the machine that the tests run on
}

func newHome(t *testing.T, a agent, server *modelserver.Server) *home {
	t.Helper()
	dir, runtime := t.TempDir(), runtimeDir(t)
	h := &home{t: t, agent: a, dir: dir, runtime: runtime, env: append(a.environment(dir, server.URL),
		"HOME="+dir,
		"LANG=C.UTF-8",
		"PATH="+filepath.Join(dir, "bin")+":/usr/bin:/bin",
		"TERM=xterm-256color",
		"TMPDIR="+filepath.Join(dir, "tmp"),
		"XDG_RUNTIME_DIR="+runtime,
	)}
	for name, content := range a.files(dir, server.URL) {
		h.write(name, content)
	}
	for _, empty := range []string{"bin", "project", "tmp"} {
		h.must(os.Mkdir(filepath.Join(dir, empty), 0o700))
	}
	h.link(a.command, installed(a.program))
	h.link("node", node())
	h.link("turnguard", turnguard)
	t.Cleanup(func() { expectNobody(t, dir) })
	return h
}

// runtimeDir is a directory for sockets, whose paths must be short.
func runtimeDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "tg") //nolint:usetesting // a path in TempDir is too long
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func (h *home) write(name, content string) {
	h.t.Helper()
	path := filepath.Join(h.dir, name)
	h.must(os.MkdirAll(filepath.Dir(path), 0o700))
	h.must(os.WriteFile(path, []byte(content), 0o600))
}

func (h *home) link(name, program string) {
	h.t.Helper()
	path, err := filepath.Abs(program)
	h.must(err)
	h.must(os.Symlink(path, filepath.Join(h.dir, "bin", name)))
}

func (h *home) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// bare is the agent by itself, headless.
func (h *home) bare(prompt string) *exec.Cmd {
	args := append([]string{h.agent.command}, h.agent.headless...)
	return h.command(append(args, prompt)...)
}

// guarded is the agent behind turnguard, which leaves a result.
func (h *home) guarded(prompt string, flags ...string) *exec.Cmd {
	args := append([]string{"turnguard", "--result", resultFile}, flags...)
	args = append(append(args, "--", h.agent.command), h.agent.headless...)
	return h.command(append(args, prompt)...)
}

func (h *home) command(args ...string) *exec.Cmd {
	return &exec.Cmd{
		Path: filepath.Join(h.dir, "bin", args[0]),
		Args: args,
		Dir:  filepath.Join(h.dir, "project"),
		Env:  h.env,
	}
}

const resultFile = "result.json"

// A result is what the tests read of turnguard's result file.
type result struct {
	Outcome       string
	Reason        string
	Turns         int
	SubagentTurns int `json:"subagent_turns"`
	Grants        int
	Salvaged      bool
}

// result returns what the guarded command has left.
func (h *home) result() (r result) {
	h.t.Helper()
	h.must(json.Unmarshal(read(h.dir, "project", resultFile), &r))
	return r
}

// counted returns by what the guarded command was counted, and how well: "hook ok".
func (h *home) counted() string {
	h.t.Helper()
	var r struct{ Source, Counting string }
	h.must(json.Unmarshal(read(h.dir, "project", resultFile), &r))
	return r.Source + " " + r.Counting
}
