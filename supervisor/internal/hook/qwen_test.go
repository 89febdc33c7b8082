package hook

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// written is what the tests read of the settings that are written for an agent.
type written struct {
	Hooks map[string][]matcher
	Model string
}

func installed(t *testing.T, file string) (s written) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func write(t *testing.T, file, content string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestTheHooksOfQwenJoinThoseOfTheSystem(t *testing.T) {
	t.Parallel()
	to := Place{Dir: t.TempDir(), Socket: "/run/guard", Self: "/bin/turnguard"}
	system := write(t, filepath.Join(t.TempDir(), "system.json"), `{
		// The company's.
		"model": "company",
		"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "audit"}]}]},
	}`)
	l, err := qwen.install(to, environment{qwenSettings + "=" + system})
	if err != nil {
		t.Fatal(err)
	}
	file := environment(l.set).get(qwenSettings)
	s := installed(t, file)
	if s.Model != "company" || len(s.Hooks["Stop"]) != 2 || s.Hooks["Stop"][0].Hooks[0].Command != "audit" {
		t.Errorf("the system's settings have become %+v", s)
	}
	for _, event := range qwenEvents {
		all := s.Hooks[event]
		ours := all[len(all)-1].Hooks[0]
		if ours.Timeout < 1000 || ours.Timeout >= 1<<31 || !strings.HasPrefix(ours.Command, "'/bin/turnguard' __hook '/run/guard' ||") {
			t.Errorf("%s: %+v", event, ours)
		}
	}
	// Qwen Code looks beside the settings for the defaults.
	if got, want := environment(l.set).get(qwenDefaults), filepath.Join(filepath.Dir(system), "system-defaults.json"); got != want {
		t.Errorf("the defaults are looked for at %s, want %s", got, want)
	}
	l, err = qwen.install(to, environment{qwenDefaults + "=/mine.json", qwenSettings + "=/nowhere/settings.json"})
	if got := environment(l.set).get(qwenDefaults); got != "/mine.json" || err != nil {
		t.Errorf("the defaults are looked for at %s, %v", got, err)
	}
}

func TestSettingsThatCannotBeReadAreNotReplaced(t *testing.T) {
	t.Parallel()
	for _, content := range []string{`{`, `[]`, `{"hooks": []}`, `{"hooks": {"Stop": "x"}}`} {
		file := write(t, filepath.Join(t.TempDir(), "settings.json"), content)
		_, err := qwen.install(Place{Dir: t.TempDir()}, environment{qwenSettings + "=" + file})
		if !errors.Is(err, ErrOff) {
			t.Errorf("%s: got %v, want ErrOff", content, err)
		}
	}
	if _, err := withHooks(t.TempDir(), nil); !errors.Is(err, ErrOff) { // a folder, where there should be a file
		t.Errorf("got %v, want ErrOff", err)
	}
}
