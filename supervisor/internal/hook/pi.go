package hook

import (
	_ "embed"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

//go:embed pi.ts
var piExtension string

// pi takes an extension for one run with -e, also beside --no-extensions.
var pi = adapter{
	keeps:   true,
	carrier: "tool_call",
	call:    "tool_call",
	verbs:   []string{"auth", "config", "install", "list", "mcp", "remove", "uninstall", "update"},
	install: func(to Place, _ environment) (load, error) {
		socket, err := json.Marshal(to.Socket)
		if err != nil {
			return load{}, err
		}
		file := filepath.Join(to.Dir, "turnguard.ts")
		text := strings.Replace(piExtension, `"{{socket}}"`, string(socket), 1)
		return load{flags: []string{"-e", file}}, os.WriteFile(file, []byte(text), 0o600)
	},
}
