package hook

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/turnguard/turnguard/detect"
)

func TestAHookIsPutBehindTheAgentsName(t *testing.T) {
	place := Place{Dir: t.TempDir(), Socket: "/run/guard", Self: "/bin/turnguard"}
	ext, plugin := filepath.Join(place.Dir, "turnguard.ts"), "--plugin-dir="+filepath.Join(place.Dir, "claude")
	tests := []struct{ agent, command, want string }{
		{"pi", "pi", "pi -e " + ext},
		{"pi", "pi -p hello", "pi -e " + ext + " -p hello"},
		{"pi", "/opt/bin/pi --no-extensions", "/opt/bin/pi -e " + ext + " --no-extensions"},
		{"pi", "env A=1 npx -y pi-coding-agent@1.5.2 hi", "env A=1 npx -y pi-coding-agent@1.5.2 -e " + ext + " hi"},
		{"pi", "mine --mode json", "no hook: no word of the command is pi"}, // it may take -e for something else
		{"claude", "claude -p hello", "claude " + plugin + " -p hello"},
		{"claude", "claude --settings mine.json", "claude " + plugin + " --settings mine.json"},
		{"pi", "pi update", "no hook: pi update is no agent"},
		{"claude", "claude mcp list", "no hook: claude mcp is no agent"},
		{"claude", "claude -p hello --bare", "no hook: claude --bare loads none"},
		{"claude", "claude --safe-mode", "no hook: claude --safe-mode loads none"},
		{"opencode", "opencode run hello", "opencode run hello"},
		{"opencode", "opencode attach http://localhost:4096", "no hook: opencode attach is no agent"},
		{"opencode", "opencode --pure run hello", "no hook: opencode --pure loads none"},
		{"pi", "npx", "no hook: no word of the command is pi"},
		{"pi", "claude", "no hook: no word of the command is pi"},
		{"generic", "mine", "no hook for generic"},
	}
	for _, tt := range tests {
		t.Run(tt.command, func(t *testing.T) {
			table, err := detect.ByName(tt.agent)
			if err != nil {
				t.Fatal(err)
			}
			c, err := Install(table, Command{Argv: strings.Fields(tt.command)}, place)
			got := strings.Join(c.Argv, " ")
			if err != nil {
				got = err.Error()
				if !errors.Is(err, ErrNone) {
					t.Errorf("%v is not ErrNone", err)
				}
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	if _, err := Install(nil, Command{Argv: []string{"mine"}}, place); !errors.Is(err, ErrNone) {
		t.Errorf("an unknown agent: got %v, want ErrNone", err)
	}
	sh, _ := detect.ByName("pi")
	if _, err := Install(sh, Command{Argv: []string{"sh", "-c", "pi -p hello"}}, place); !errors.Is(err, ErrNone) {
		t.Errorf("a command within a word: got %v, want ErrNone", err)
	}
}

func TestAHookThatCannotBeWrittenIsAnError(t *testing.T) {
	place := Place{Dir: filepath.Join(t.TempDir(), "missing"), Socket: "/run/guard", Self: "/bin/turnguard", Trusted: true}
	if err := os.WriteFile(place.Dir, nil, 0o600); err != nil { // a file where the directory should be
		t.Fatal(err)
	}
	for _, table := range detect.Tables() {
		if adapters[table.Name].install == nil || table.Name == "codex" { // whose hook is all on its command line
			continue
		}
		if c, err := Install(table, Command{Argv: []string{table.Name}}, place); err == nil || errors.Is(err, ErrNone) {
			t.Errorf("%s: got %q, %v", table.Name, c.Argv, err)
		}
	}
}

// TestClaudeCodeIsStoppedWhenItsHookFails runs the command of hooks.json as Claude Code does, with programs that fail.
func TestClaudeCodeIsStoppedWhenItsHookFails(t *testing.T) {
	script := func(text string) string {
		file := filepath.Join(t.TempDir(), "it's a program")
		if err := os.WriteFile(file, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		return file
	}
	const stop = `{"continue":false,"stopReason":"turnguard: its hook has failed"}` + "\n"
	tests := []struct{ name, self, want string }{
		{"it works", script(`test "$1 $2" = "__hook /run/o'clock"`), ""},
		{"it is not there", "/nowhere/turnguard", stop},
		{"it panics", script("echo panic >&2; exit 2"), stop},
		{"it is killed", script("kill -9 $$"), stop},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for event, line := range commands(t, Place{Dir: t.TempDir(), Socket: "/run/o'clock", Self: tt.self}) {
				out, err := exec.Command("/bin/sh", "-c", line).Output()
				if string(out) != tt.want || err != nil { // status 0: 2 would mean something else to Claude Code
					t.Errorf("%s: got %q, %v; want %q", event, out, err, tt.want)
				}
			}
		})
	}
}

// commands installs the plugin and returns the command of each hook.
func commands(t *testing.T, to Place) map[string]string {
	t.Helper()
	if _, err := claude.install(to, nil); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(to.Dir, "claude/hooks/hooks.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Hooks map[string][]struct {
			Hooks []struct {
				Type, Command string
				Timeout       int
			}
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{}
	var events []string
	for _, event := range claudeEvents {
		h := file.Hooks[event][0].Hooks[0]
		if h.Type != "command" || h.Timeout*1000 >= 1<<31 || h.Timeout < 7*24*3600 {
			t.Errorf("%s: %+v", event, h)
		}
		lines[event] = h.Command
		events = append(events, event)
	}
	if diff := cmp.Diff(len(events), len(file.Hooks)); diff != "" {
		t.Error(diff)
	}
	return lines
}
