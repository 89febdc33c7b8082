package hook

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestThePluginOfOpencodeJoinsWhatTheUserHasInTheVariable(t *testing.T) {
	t.Parallel()
	const ours = `"file:///run/tg%20%C3%BC/opencode/turnguard.js"`
	tests := []struct{ name, own, want string }{
		{"nothing", "", `{"plugin":[` + ours + `]}`},
		{"other settings", `{"model": "a/b", /* mine */ "username": "<me>",}`, `{"model":"a/b","plugin":[` + ours + `],"username":"<me>"}`},
		{"plugins of their own", `{"plugin": ["x@1.2", ["y", {"z": 1}]]}`, `{"plugin":["x@1.2",["y",{"z":1}],` + ours + `]}`},
		{"no list", `{"plugin": "x"}`, ""},
		{"no JSON", `plugin: x`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := withPlugin(tt.own, strings.Trim(ours, `"`))
			if got != tt.want || errors.Is(err, ErrOff) != (tt.want == "") {
				t.Errorf("got  %s, %v\nwant %s", got, err, tt.want)
			}
		})
	}
}

func TestThePluginOfOpencodeIsWrittenWithWhatItGivesBack(t *testing.T) {
	t.Parallel()
	to := Place{Dir: filepath.Join(t.TempDir(), "ü"), Socket: `/run/"guard"`}
	l, err := opencode.install(to, environment{"npm_config_fetch_retries=5", `OPENCODE_CONFIG_CONTENT={"model":"a/b"}`})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(to.Dir, "opencode", "turnguard.js"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`const SOCKET = "/run/\"guard\"";`, `const CONFIG = "{\"model\":\"a/b\"}";`, `const RETRIES = "5";`,
	} {
		if !strings.Contains(string(text), line) {
			t.Errorf("%s is not in the plugin", line)
		}
	}
	if strings.Contains(string(text), "{{") || len(l.flags) > 0 || len(l.set) != 2 {
		t.Errorf("got %q and\n%s", l, text)
	}
}

func TestAnOpencodeWithoutPluginsIsNotHeld(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"1", "true"} {
		if _, err := opencode.install(Place{Dir: t.TempDir()}, environment{"OPENCODE_PURE=" + value}); !errors.Is(err, ErrOff) {
			t.Errorf("%s: got %v, want ErrOff", value, err)
		}
	}
}
