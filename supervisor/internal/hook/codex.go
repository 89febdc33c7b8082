package hook

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
)

// codexEvents are the hooks that are called, with their names in the table of those that may run. PreModelRequest is the
// gate. What it answers is not heeded, so an agent that has to stop there is ended.
var codexEvents = [][2]string{
	{"UserPromptSubmit", "user_prompt_submit"},
	{"PreModelRequest", "pre_model_request"},
	{"PreToolUse", "pre_tool_use"},
	{"Stop", "stop"},
}

// codex takes hooks for one run with -c, and beside the user's. It runs none that its user has not looked through, and
// asks for that with each new command line, so these come with the mark that it would leave: only if the user agrees.
var codex = adapter{
	verbs: []string{
		"a", "app", "app-server", "apply", "archive", "cloud", "completion", "debug", "delete", "doctor", "exec-server",
		"features", "help", "login", "logout", "mcp", "mcp-server", "migrate-nfs-db", "migrate-rollouts", "plugin", "queue",
		"remote-control", "sandbox", "unarchive", "update",
	},
	carrier: "PreToolUse",
	call:    "PreToolUse",
	install: func(to Place, _ environment) (load, error) {
		if !to.Trusted {
			return load{}, fmt.Errorf("%w: codex has its user review hooks, and --trust-hook passes over that", ErrNone)
		}
		type seen struct {
			Event string           `json:"event_name"`
			Hooks []map[string]any `json:"hooks"`
		}
		line := commandLine(to, "kill $PPID")
		word, err := json.Marshal(line) // a string of JSON is one of TOML
		if err != nil {
			return load{}, err
		}
		var l load
		var trust []string
		for _, event := range codexEvents {
			text, err := compact(seen{event[1], []map[string]any{{
				"async": false, "command": line, "timeout": patience, "type": "command",
			}}})
			if err != nil {
				return load{}, err
			}
			trust = append(trust, fmt.Sprintf(
				`"/<session-flags>/config.toml:%s:0:0"={trusted_hash="sha256:%x"}`, event[1], sha256.Sum256(text),
			))
			hooks := fmt.Sprintf(`hooks.%s=[{hooks=[{type="command",command=%s,timeout=%d}]}]`, event[0], word, patience)
			l.flags = append(l.flags, "-c", hooks)
		}
		l.flags = append(l.flags, "-c", "hooks.state={"+strings.Join(trust, ",")+"}")
		return l, nil
	},
}
