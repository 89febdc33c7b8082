package detect

import (
	"strings"
	"testing"
)

func TestTheCommandTellsTheAgent(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"pi", "pi"},
		{"/usr/local/bin/pi --mode json -p hello", "pi"},
		{"claude -p hello", "claude"},
		{"npx -y @anthropic-ai/claude-code -p x", "claude"},
		{"npx @anthropic-ai/claude-code@2.1.0", "claude"},
		{"npx --package @anthropic-ai/claude-code claude -p x", "claude"},
		{"env -u FOO PI_OFFLINE=1 pi --mode json", "pi"},
		{"env A=1 B=2 nice -n 10 timeout -k 5 10m claude", "claude"},
		{"node --max-old-space-size=4096 /opt/pi-coding-agent/cli.js", "pi"},
		{"node node_modules/@anthropic-ai/claude-code/cli.js -p x", "claude"},
		{"bash ./claude.sh", "claude"},
		{"bunx pi --mode json", "pi"},
		{"sudo -u dev pi", "pi"},
		{"codex exec --json x", "codex"},
		{"npx -y @openai/codex@0.169.0 exec x", "codex"},
		{"node /opt/node_modules/@openai/codex/bin/codex.js", "codex"},
		{"bunx opencode-ai run x", "opencode"},
		{"npx @google/gemini-cli -p x", "gemini"},
		{"npx @qwen-code/qwen-code@0.24.4", "qwen"},
		{"npx @github/copilot@1 -p x", "copilot"},
		{"node /opt/node_modules/cline/bin/cline.mjs --json x", "cline"},
		{"npx cline@3.0.65 --json x", "cline"},
		{"npx @kilocode/cli run x", "kilo"},
		{"npx @moonshot-ai/kimi-code -p x", "kimi"},
		{"npx @sourcegraph/amp -x x", "amp"},
		{"cursor-agent -p x", "cursor"},
		{"npx @factory/cli exec x", "droid"},
		{"/home/me/cline/build.sh", ""},
		{"/opt/cli/run", ""},
		{"my-agent --mode json", ""},
		{"cat pi", ""},
		{"pip install x", ""},
		{"npx create-something pi", ""},
		{"env", ""},
		{"", ""},
	} {
		got := ""
		if table := ForCommand(strings.Fields(c.command)); table != nil {
			got = table.Name
		}
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.command, got, c.want)
		}
	}
	if table := ForCommand([]string{"sh", "-c", "pi --mode json -p x"}); table != &pi {
		t.Errorf("sh -c: got %v, want pi", table)
	}
}

func TestTheCommandLineTellsTheMode(t *testing.T) {
	for _, c := range []struct {
		command           string
		streaming, twoWay bool
	}{
		{"pi --mode json -p x", true, false},
		{"pi --mode=json -p x", true, false},
		{"pi --mode rpc", true, true},
		{"pi -p x", false, false},
		{"claude -p --output-format stream-json --verbose x", true, false},
		{"claude -p --output-format=stream-json --input-format=stream-json", true, true},
		{"claude -p --output-format json x", false, false},
		{"claude --version", false, false},
		{"codex exec --json x", true, false},
		{"codex exec x", false, false},
		{"opencode run --format=json x", true, false},
		{"gemini -o stream-json -p x", true, false},
		{"qwen --input-format stream-json --output-format stream-json", true, true},
	} {
		argv := strings.Fields(c.command)
		table := ForCommand(argv)
		if got := table.Streaming(argv); got != c.streaming {
			t.Errorf("%q: streaming %v, want %v", c.command, got, c.streaming)
		}
		if got := table.ReadsPrompts(argv); got != c.twoWay {
			t.Errorf("%q: two-way %v, want %v", c.command, got, c.twoWay)
		}
	}
}

func TestWhatAPromptSaysIsNoWordOfTheCommandLine(t *testing.T) {
	for _, c := range []struct {
		argv        []string
		interactive bool
	}{
		{[]string{"codex"}, true},
		{[]string{"codex", "exec", "fix it"}, false},
		{[]string{"codex", "look at the exec call"}, true},
		{[]string{"opencode", "--prompt", "please run it"}, true},
		{[]string{"opencode", "run", "it"}, false},
		{[]string{"pi", "what does -p do?"}, true},
		{[]string{"pi", "--mode=json"}, false},
		{[]string{"sh", "-c", "pi -p x"}, false},
		{[]string{"my-pi", "-p", "x"}, false},
	} {
		table := ForCommand(c.argv)
		if table == nil {
			table = &pi
		}
		if got := table.Interactive(c.argv); got != c.interactive {
			t.Errorf("%q: interactive %v, want %v", c.argv, got, c.interactive)
		}
	}
}

func TestAnUnknownAgentIsNamedWithTheKnownOnes(t *testing.T) {
	const want = `unknown agent "pie", want one of: ` +
		`auto, pi, claude, codex, opencode, gemini, qwen, copilot, cline, kilo, kimi, amp, cursor, droid, generic`
	if _, err := ByName("pie"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestAnAgentThatOnlyAttachesIsElsewhere(t *testing.T) {
	for line, want := range map[string]string{
		"opencode attach http://127.0.0.1:4096":                "attach",
		"npx opencode-ai run --attach http://127.0.0.1:4096 x": "--attach",
		"opencode run --attach=http://127.0.0.1:4096 x":        "--attach=http://127.0.0.1:4096",
		"opencode run attach":                                  "",
		"opencode":                                             "",
		"pi attach":                                            "",
		"sh -c opencode":                                       "",
	} {
		argv := strings.Fields(line)
		if got := ForCommand(argv).Elsewhere(argv); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}
