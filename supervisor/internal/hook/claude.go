package hook

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

const (
	// Verb is the hidden verb by which turnguard is Claude Code's hook. The socket follows.
	Verb = "__hook"
	// patience is how long Claude Code waits for a hook, in seconds. When it is over the agent goes on, so it has to be
	// longer than any question stays open; a timer of JavaScript cannot hold more than 24 days.
	patience = 20 * 24 * 60 * 60
)

// claudeEvents are the hooks that are called. PostToolBatch is the gate: all tools of a response are done, and the next
// request has not been made.
var claudeEvents = []string{
	"SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolBatch",
	"SubagentStart", "SubagentStop", "Stop", "StopFailure", "SessionEnd",
}

// claude takes a plugin for one run with --plugin-dir. Unlike --settings, of which the last one wins, that does not get in
// the way of a flag of the user's own. The form with = leaves alone the words behind it where the flag takes several.
var claude = adapter{
	verbs: []string{
		"agents", "attach", "auth", "auto-mode", "config", "doctor", "gateway", "help", "import", "install", "kill", "logs",
		"mcp", "migrate-installer", "plugin", "plugins", "purge", "remote-control", "respawn", "rm", "setup-token", "stop",
		"ultrareview", "update", "upgrade",
	},
	without: []string{"--bare", "--safe-mode", `{"disableAllHooks":true}`},
	carrier: "PostToolBatch",
	call:    "PreToolUse",
	install: func(to Place, _ environment) (load, error) {
		plugin := filepath.Join(to.Dir, "claude")
		files := map[string]any{
			".claude-plugin/plugin.json": map[string]string{
				"name": "turnguard", "version": "1.0.0", "description": "Holds the agent at its turn limit.",
			},
			"hooks/hooks.json": claudeHooks(to),
		}
		for name, content := range files {
			if err := writeJSON(filepath.Join(plugin, name), content); err != nil {
				return load{}, err
			}
		}
		return load{flags: []string{"--plugin-dir=" + plugin}}, nil
	},
}

// claudeHooks is hooks.json. Claude Code goes on when a hook fails, save for status 2, so whatever keeps turnguard from
// answering, a missing program and a crash included, the shell answers in its stead that the run is to stop.
func claudeHooks(to Place) any {
	type command struct {
		Type    string `json:"type"`
		Command string `json:"command"`
		Timeout int    `json:"timeout"`
	}
	type matcher struct {
		Hooks []command `json:"hooks"`
	}
	stop := quote(`{"continue":false,"stopReason":"turnguard: its hook has failed"}`)
	line := fmt.Sprintf("%s %s %s || echo %s", quote(to.Self), Verb, quote(to.Socket), stop)
	hooks := map[string][]matcher{}
	for _, event := range claudeEvents {
		hooks[event] = []matcher{{Hooks: []command{{Type: "command", Command: line, Timeout: patience}}}}
	}
	return map[string]any{"hooks": hooks}
}

func writeJSON(file string, content any) error {
	text, err := json.Marshal(content)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o600)
}
