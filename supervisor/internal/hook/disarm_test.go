package hook

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/turnguard/turnguard/detect"
)

func TestOpencodeHasAnAgentWithoutToolsBesideTheUsersOwn(t *testing.T) {
	t.Parallel()
	const ours = `"turnguard":{"mode":"primary","permission":{"*":"deny"}}`
	for own, want := range map[string]string{
		"":                  `{"agent":{` + ours + `}}`,
		`{"model":"a/b",}`:  `{"agent":{` + ours + `},"model":"a/b"}`,
		`{"agent":{"a":1}}`: `{"agent":{"a":1,` + ours + `}}`,
		`{"agent":{"turnguard":{"prompt":"x"}}} // mine`: `{"agent":{` + ours + `}}`,
		`{"agent":[]}`: "",
		`agent: x`:     "",
	} {
		if got, err := withToolless(own); got != want || (err == nil) != (want != "") {
			t.Errorf("%s:\n got %s, %v\nwant %s", own, got, err, want)
		}
	}
}

func TestAnAgentIsDisarmedByWhatItLoads(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rules := filepath.Join(dir, "no-tools.toml")
	const words = "|--resume|1|-p|wrap up"
	for _, c := range []struct{ agent, command, want, set string }{
		{"gemini", "npx|gemini" + words, "npx|gemini|--policy|" + rules + words, "A=1"},
		{"opencode", "opencode|run" + words, "opencode|run" + words, opencodeConfig + "={"},
		{"pi", "pi" + words, "pi" + words, "A=1"},
	} {
		table, err := detect.ByName(c.agent)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Disarm(table, Command{Argv: strings.Split(c.command, "|"), Env: []string{"A=1"}}, dir)
		if err != nil || strings.Join(got.Argv, "|") != c.want {
			t.Errorf("%s: got %q, %v", c.agent, got.Argv, err)
		}
		if !slices.Contains(got.Env, "A=1") || !strings.HasPrefix(got.Env[len(got.Env)-1], c.set) {
			t.Errorf("%s: the environment is %q", c.agent, got.Env)
		}
	}
	if text, err := os.ReadFile(rules); err != nil || !strings.Contains(string(text), `toolName = "*"`) {
		t.Errorf("the rules are %q, %v", text, err)
	}
}

func TestAnAgentThatCannotBeDisarmedIsNotStarted(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		"gemini":   "taking the tools of gemini away: open ",
		"opencode": "taking the tools of opencode away: OPENCODE_CONFIG_CONTENT cannot be read: ",
	} {
		table, err := detect.ByName(agent)
		if err != nil {
			t.Fatal(err)
		}
		c := Command{Argv: []string{agent}, Env: []string{opencodeConfig + "={"}}
		if _, err := Disarm(table, c, filepath.Join(t.TempDir(), "none")); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", agent, err, want)
		}
	}
}
