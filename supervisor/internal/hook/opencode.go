package hook

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/turnguard/turnguard/detect"
)

//go:embed opencode.js
var opencodePlugin string

// opencodeConfig is the variable that holds configuration for one run. Plugins that it names are loaded beside those of
// the user's files.
const opencodeConfig = "OPENCODE_CONFIG_CONTENT"

// npmRetries is set for the start alone, the plugin takes it back: before opencode loads any plugin it waits for a package
// that it installs in the user's folder unless it is there, and without a network npm would try that for 70 s.
const npmRetries = "npm_config_fetch_retries"

// opencode takes a plugin for one run by a variable.
var opencode = adapter{
	keeps:   true,
	carrier: "tool_call",
	call:    "tool_call",
	verbs: []string{
		"agent", "attach", "auth", "completion", "db", "debug", "export", "github", "import", "mcp", "models", "plug", "plugin",
		"providers", "session", "stats", "uninstall", "upgrade",
	},
	without: []string{"--pure"},
	install: func(to Place, env environment) (load, error) {
		if env.get("OPENCODE_PURE") == "1" || env.get("OPENCODE_PURE") == "true" {
			return load{}, fmt.Errorf("%w: OPENCODE_PURE is set", ErrOff)
		}
		file := filepath.Join(to.Dir, "opencode", "turnguard.js")
		address := url.URL{Scheme: "file", Path: file}
		config, err := withPlugin(env.get(opencodeConfig), address.String())
		if err != nil {
			return load{}, err
		}
		text := opencodePlugin
		for name, value := range map[string]string{
			"socket": to.Socket, "config": env.get(opencodeConfig), "retries": env.get(npmRetries),
		} {
			word, err := json.Marshal(value)
			if err != nil {
				return load{}, err
			}
			text = strings.Replace(text, `"{{`+name+`}}"`, string(word), 1)
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return load{}, err
		}
		return load{set: []string{opencodeConfig + "=" + config, npmRetries + "=0"}}, os.WriteFile(file, []byte(text), 0o600)
	},
	disarm: func(_ string, env environment) (load, error) {
		config, err := withToolless(env.get(opencodeConfig))
		return load{set: []string{opencodeConfig + "=" + config}}, err
	},
}

// withToolless adds an agent that has no tools to what the user has in the variable.
func withToolless(config string) (string, error) {
	own, err := readSettings([]byte(config))
	agents := settings{}
	if err == nil && own["agent"] != nil {
		err = json.Unmarshal(own["agent"], &agents)
	}
	if err != nil {
		return "", fmt.Errorf("%s cannot be read: %w", opencodeConfig, err)
	}
	agents[detect.Toolless] = json.RawMessage(`{"mode":"primary","permission":{"*":"deny"}}`)
	if own["agent"], err = compact(agents); err != nil {
		return "", err
	}
	text, err := compact(own)
	return string(text), err
}

// withPlugin adds a plugin to what the user has in the variable.
func withPlugin(config, plugin string) (string, error) {
	own, err := readSettings([]byte(config))
	var plugins []json.RawMessage
	if err == nil && own["plugin"] != nil {
		err = json.Unmarshal(own["plugin"], &plugins)
	}
	if err != nil {
		return "", fmt.Errorf("%w: %s cannot be read: %w", ErrOff, opencodeConfig, err)
	}
	address, err := json.Marshal(plugin)
	if err != nil {
		return "", err
	}
	if own["plugin"], err = compact(append(plugins, address)); err != nil {
		return "", err
	}
	text, err := compact(own)
	return string(text), err
}
