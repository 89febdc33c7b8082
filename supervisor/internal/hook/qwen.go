package hook

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// qwenSettings names the file of the system's settings, which are in force beside the user's and the project's. Those that
// they are to go without are looked for in the same folder, unless qwenDefaults names them.
const (
	qwenSettings = "QWEN_CODE_SYSTEM_SETTINGS_PATH"
	qwenDefaults = "QWEN_CODE_SYSTEM_DEFAULTS_PATH"
)

// qwenEvents are the hooks that are called. UserPromptSubmit is the gate, also of the requests behind tools; sub-agents
// have none, and are stopped at their tools.
var qwenEvents = []string{
	"SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolBatch", "SubagentStart", "Stop", "StopFailure",
}

// qwen takes the settings of the system from where a variable says: a copy, with turnguard's hooks.
var qwen = adapter{
	verbs: []string{
		"auth", "board", "channel", "extensions", "hooks", "mcp", "review", "sandbox", "serve", "sessions", "update",
	},
	without: []string{"--bare", "--safe-mode"},
	lingers: true, // for suggestions of what its user may want next
	carrier: "UserPromptSubmit",
	call:    "PreToolUse",
	install: func(to Place, env environment) (load, error) {
		system := cmp.Or(env.get(qwenSettings), systemFolder("QwenCode", "qwen-code")+"/settings.json")
		const milliseconds = 1000 // what is less than 1000 it takes for seconds
		s, err := withHooks(system, commandHooks(to, qwenEvents, patience*milliseconds))
		if err != nil {
			return load{}, err
		}
		file := filepath.Join(to.Dir, "qwen", "settings.json")
		defaults := cmp.Or(env.get(qwenDefaults), filepath.Join(filepath.Dir(system), "system-defaults.json"))
		return load{set: []string{qwenSettings + "=" + file, qwenDefaults + "=" + defaults}}, writeJSON(file, s)
	},
}

// systemFolder is where an agent has the settings of the whole system.
func systemFolder(mac, other string) string {
	if runtime.GOOS == "darwin" {
		return "/Library/Application Support/" + mac
	}
	return "/etc/" + other
}

// withHooks returns the settings of a file, which need not be there, with more hooks.
func withHooks(file string, more map[string][]matcher) (settings, error) {
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", ErrOff, err)
	}
	s, err := readSettings(text)
	hooks := map[string]json.RawMessage{}
	if err == nil && s["hooks"] != nil {
		err = json.Unmarshal(s["hooks"], &hooks)
	}
	for event, ours := range more {
		var all []any
		if err == nil && hooks[event] != nil {
			err = json.Unmarshal(hooks[event], &all)
		}
		for _, m := range ours {
			all = append(all, m)
		}
		if err == nil {
			hooks[event], err = compact(all)
		}
	}
	if err == nil {
		s["hooks"], err = compact(hooks)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s cannot be read: %w", ErrOff, file, err)
	}
	return s, nil
}
