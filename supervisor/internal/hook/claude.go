package hook

import (
	"os"
	"path/filepath"
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
			"hooks/hooks.json": map[string]any{"hooks": commandHooks(to, claudeEvents, patience)},
		}
		for name, content := range files {
			if err := writeJSON(filepath.Join(plugin, name), content); err != nil {
				return load{}, err
			}
		}
		return load{flags: []string{"--plugin-dir=" + plugin}}, nil
	},
}

func writeJSON(file string, content any) error {
	text, err := compact(content)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o600)
}
