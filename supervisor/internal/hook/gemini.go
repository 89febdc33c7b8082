package hook

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
)

// geminiHome names the folder that has Gemini's own, with the user's settings in it.
const geminiHome = "GEMINI_CLI_HOME"

// geminiEvents are the hooks that are called. BeforeModel is the gate.
var geminiEvents = []string{"SessionStart", "BeforeAgent", "BeforeModel", "BeforeTool", "AfterTool", "AfterAgent"}

// gemini takes its settings from a home that a variable names: links to all that the user has, and a copy of the settings
// with turnguard's hooks. What the agent changes in that copy is lost, so it is only done if the user agrees.
var gemini = adapter{
	verbs:   []string{"extension", "extensions", "gemma", "hook", "hooks", "mcp", "skill", "skills"},
	carrier: "AfterTool",
	call:    "BeforeTool",
	install: func(to Place, env environment) (load, error) {
		if !to.Trusted {
			return load{}, fmt.Errorf("%w: gemini would not keep a change of its settings; --trust-hook accepts that", ErrNone)
		}
		own := filepath.Join(cmp.Or(env.get(geminiHome), env.get("HOME")), ".gemini")
		home := filepath.Join(to.Dir, "gemini")
		const milliseconds = 1000
		const file = "settings.json"
		s, err := withHooks(filepath.Join(own, file), commandHooks(to, geminiEvents, patience*milliseconds))
		if err != nil {
			return load{}, err
		}
		if err := writeJSON(filepath.Join(home, ".gemini", file), s); err != nil {
			return load{}, err
		}
		// Sessions are kept there, also that of the very first run.
		if err := os.MkdirAll(filepath.Join(own, "tmp"), 0o700); err != nil {
			return load{}, err
		}
		entries, err := os.ReadDir(own)
		if err != nil {
			return load{}, err
		}
		for _, e := range entries {
			if e.Name() == file {
				continue
			}
			if err := os.Symlink(filepath.Join(own, e.Name()), filepath.Join(home, ".gemini", e.Name())); err != nil {
				return load{}, err
			}
		}
		return load{set: []string{geminiHome + "=" + home}}, nil
	},
	disarm: func(dir string, _ environment) (load, error) {
		file := filepath.Join(dir, "no-tools.toml")
		return load{flags: []string{"--policy", file}}, os.WriteFile(file, []byte(geminiPolicy), 0o600)
	},
}

// geminiPolicy denies every tool, before all that the user's rules allow. The model is not told of a tool that is denied.
const geminiPolicy = `[[rule]]
toolName = "*"
decision = "deny"
priority = 999
`
