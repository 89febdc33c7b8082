//go:build e2e

package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
	"github.com/turnguard/turnguard/supervisor/e2e/tmux"
)

func TestTheUsersFilesAreLeftAlone(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			server := modelserver.Start(t, a.counting(2))
			h := newHome(t, a, server)
			use := func(u *tui) (files map[string]string) {
				u.prompt("count to two")
				u.waitIdle()
				if status := u.leave(); status != 0 {
					t.Errorf("status %d", status)
				}
				return h.settings()
			}
			before := use(h.bareTUI()) // the agent itself writes them, too
			after := use(h.tui())
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("settings (-without +with turnguard):\n%s", diff)
			}
			if left, _ := filepath.Glob(filepath.Join(h.runtime, "*", "*")); len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
		})
	}
}

// settings returns the files below the home directory, without what is new with each run: sessions and accounts.
func (h *home) settings() map[string]string {
	h.t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{"bin", "project", "tmp", "projects", "sessions", "backups"}, d.Name()):
			return fs.SkipDir
		case d.Type().IsRegular() && d.Name() != ".claude.json" && d.Name() != "history.jsonl":
			files[path] = string(read(path))
		}
		return nil
	})
	h.must(err)
	return files
}

// Turnguard and its guard process stand in for each other: whoever of them is killed, nothing of the agent lives on, and
// the terminal is as it was.
func TestNoAgentOutlivesATurnguardThatIsKilled(t *testing.T) {
	for _, a := range agents {
		for victim, status := range map[string]int{"turnguard": 137, "its guard": 125} {
			t.Run(a.String()+"/"+victim, func(t *testing.T) {
				server := modelserver.Start(t, a.counting(5))
				h := newHome(t, a, server)
				u := h.tui("--max-turns", "2")
				u.prompt("count to five")
				u.WaitFor("You've used 2 turns. " + question)
				pid := h.guard()
				if victim == "its guard" {
					pid = h.child(pid)
				}
				h.must(syscall.Kill(pid, syscall.SIGKILL))
				if got := u.WaitForPrompt(); got != status {
					t.Errorf("status %d, want %d", got, status)
				}
				for _, name := range []string{a.command, "turnguard", "sh"} {
					u.Wait("end of "+name, func() bool { return len(h.named(name)) == 0 })
				}
				u.WaitForModes(tmux.Modes{})
				u.Wait("terminal as it was", func() bool { return u.Stty() == u.stty && u.Title() == tmux.Title })
				if got := len(server.Requests()); got != 2 {
					t.Errorf("%d requests, want 2", got)
				}
			})
		}
	}
}

// child returns the only child of a process.
func (h *home) child(pid int) int {
	h.t.Helper()
	for _, p := range residents(h.t, h.dir) {
		_, rest, _ := strings.Cut(string(read("/proc", strconv.Itoa(p), "stat")), ") ")
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(pid) {
			return p
		}
	}
	h.t.Fatalf("process %d has no child", pid)
	return 0
}

// named returns the processes of this home with a name.
func (h *home) named(name string) (pids []int) {
	h.t.Helper()
	for _, pid := range residents(h.t, h.dir) {
		if strings.TrimSpace(string(read("/proc", strconv.Itoa(pid), "comm"))) == name {
			pids = append(pids, pid)
		}
	}
	return pids
}

// guard returns the process of the turnguard that runs.
func (h *home) guard() int {
	h.t.Helper()
	dirs, err := filepath.Glob(filepath.Join(h.runtime, "turnguard", "*"))
	h.must(err)
	if len(dirs) != 1 {
		h.t.Fatalf("guards %q, want one", dirs)
	}
	pid, err := strconv.Atoi(filepath.Base(dirs[0]))
	h.must(err)
	return pid
}

// TestAnAgentThatLosesItsGuardEnds takes the guard's socket away, as if turnguard were gone and the kernel had not seen to
// the agent.
func TestAnAgentThatCannotReachItsGuardEnds(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			server := modelserver.Start(t, modelserver.Script{Steps: []modelserver.Step{
				{Calls: []modelserver.Call{a.run("rm $XDG_RUNTIME_DIR/turnguard/*/guard")}},
				{Calls: []modelserver.Call{a.run("echo still here")}},
			}})
			h := newHome(t, a, server)
			run(t, h.guarded("cut it off"))
			want := 1
			if a.command == "pi" { // which has its connection already
				want = 3
			}
			if got := len(server.Requests()); got != want {
				t.Errorf("%d requests, want %d", got, want)
			}
		})
	}
}

func TestHooksThatAreOffAreNoticed(t *testing.T) {
	off := func(h *home) {
		h.write(".claude/settings.json", `{"disableAllHooks":true,"permissions":{"allow":["Bash"]}}`)
	}
	tests := []struct {
		name   string
		setUp  func(*home)
		flag   string
		source string
	}{
		{"by a setting, with events", off, "--output-format stream-json --verbose", "stream"},
		{"by a setting, in text", off, "", "log"},
		{"by a flag", func(*home) {}, "--bare --allowedTools Bash", "log"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := claude()
			script := a.counting(8)
			for i := range script.Steps {
				script.Steps[i].Calls = []modelserver.Call{a.run("sleep 0.5")} // the log is late by a tenth of a second
			}
			server := modelserver.Start(t, script)
			h := newHome(t, a, server)
			tt.setUp(h)
			args := append([]string{"turnguard", "--result", resultFile, "-n", "3", "--", "claude", "-p", "count"}, strings.Fields(tt.flag)...)
			got := run(t, h.command(args...))
			if got.status != 124 || !strings.Contains(got.stderr, "one request late") {
				t.Errorf("status %d: %s", got.status, got.stderr)
			}
			if got, want := h.counted(), tt.source+" degraded"; got != want {
				t.Errorf("counted by %s, want %s", got, want)
			}
			if got, want := h.result(), (result{Outcome: "limit", Reason: "no_terminal", Turns: 3}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
			if n := len(server.Main()); n < 3 || n > 4 {
				t.Errorf("%d requests arrived, want 3, or one more", n)
			}
		})
	}
}

// TestHooksThatTheAgentSwitchesOffAreMissed has Claude Code write the setting, which it heeds at once.
func TestHooksThatTheAgentSwitchesOffAreMissed(t *testing.T) {
	a := claude()
	script := a.counting(12)
	for i := range script.Steps {
		script.Steps[i].Calls = []modelserver.Call{a.run("sleep 0.3")}
	}
	script.Steps[0].Calls = []modelserver.Call{a.run(`echo '{"disableAllHooks":true}' >$CLAUDE_CONFIG_DIR/settings.json`)}
	server := modelserver.Start(t, script)
	h := newHome(t, a, server)
	command := h.guarded("count", "--max-turns", "8")
	command.Args = append(command.Args, "--allowedTools", "Bash") // the setting for that is gone as well
	got := run(t, command)
	if got.status != 124 || !strings.Contains(got.stderr, "its hook was passed over") {
		t.Errorf("status %d: %s", got.status, got.stderr)
	}
	if got, want := h.counted(), "stream degraded"; got != want {
		t.Errorf("counted by %s, want %s", got, want)
	}
	if n := len(server.Main()); h.result().Turns != 8 || n < 8 || n > 9 {
		t.Errorf("%d requests and %+v, want 8 turns", n, h.result())
	}
}

func TestClaudesSubAgentsAreHeldToo(t *testing.T) {
	a := claude()
	delegate := modelserver.Call{Tool: "Agent", Arguments: map[string]any{
		"description": "look", "prompt": "look around", "run_in_background": false,
	}}
	server := modelserver.Start(t, modelserver.Script{
		Steps:    []modelserver.Step{{Calls: []modelserver.Call{delegate}}},
		SubAgent: a.counting(5).Steps,
	})
	h := newHome(t, a, server)
	got := run(t, h.guarded("delegate", "--max-turns", "3", "--count-subagents"))
	if got.status != 124 {
		t.Errorf("status %d: %s", got.status, got.stderr)
	}
	if r := h.result(); r.Turns != 3 || h.counted() != "hook ok" || len(server.Requests()) != 3 {
		t.Errorf("%d requests and %+v by %s, want 3 turns by the hook", len(server.Requests()), r, h.counted())
	}
}

func TestWithoutAHookTheCommandLineIsAsTyped(t *testing.T) {
	for _, a := range agents {
		t.Run(a.String(), func(t *testing.T) {
			server := modelserver.Start(t, a.counting(5))
			h := newHome(t, a, server)
			got := run(t, h.guarded("count", "--no-hook", "--verbose", "--max-turns", "2"))
			if got.status != 124 || strings.Contains(got.stderr, h.runtime) || h.counted() != "stream ok" {
				t.Errorf("status %d, %s: %s", got.status, h.counted(), got.stderr)
			}
			if _, err := os.Stat(filepath.Join(h.runtime, "turnguard")); err != nil {
				t.Errorf("there is no socket for `turnguard limit`: %v", err)
			}
		})
	}
}
