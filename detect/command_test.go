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

func TestAnUnknownAgentIsNamedWithTheKnownOnes(t *testing.T) {
	const want = `unknown agent "pie", want one of: auto, pi, claude, generic`
	if _, err := ByName("pie"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
