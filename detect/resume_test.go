package detect

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const id = "01a1fae3-8c1b"

// The words that stand between the user's and the kept ones of a salvage, and the last ones.
const (
	noTools    = "|--no-tools"
	noTurns    = `|--settings|{"disableAllHooks":true}|--tools||--strict-mcp-config|--max-turns|1`
	lastPi     = "|--session|" + id + "|-p|wrap up"
	lastClaude = "|--resume|" + id + "|-p|wrap up"

	exec         = "codex|exec|--skip-git-repo-check"
	lastOpencode = "|-s|" + id + "|wrap up"
	noServers    = "gemini|--allowed-mcp-server-names|none"
)

// Those that are a list of all that there is to be taken away.
var (
	lastCodex = "|resume|" + id + "|" + strings.Join(codex.Resume.Prompt, "|") + "|wrap up"
	noneNamed = "qwen|" + strings.Join(qwen.Resume.Salvage, "|")
)

func TestASalvageRepeatsWhatTheAnswerDependsOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ command, want string }{ // words are split at |
		{"pi", "pi" + noTools + lastPi},
		{"pi|-p|hello", "pi" + noTools + lastPi},
		{"pi|--mode|json|-p|hello", "pi" + noTools + "|--mode|json" + lastPi},
		{"pi|--mode|text|hello", "pi" + noTools + "|--mode|text" + lastPi},
		{"pi|--mode|rpc", "pi" + noTools + "|--mode|json" + lastPi},
		{"pi|--mode=rpc", "pi" + noTools + "|--mode|json" + lastPi},
		{"/opt/bin/pi|-e|a.ts|-ne|--extension|b.ts", "/opt/bin/pi" + noTools + "|-e|a.ts|-ne|--extension|b.ts" + lastPi},
		{"env|A=1|pi|--model|m:high|--provider|p", "env|A=1|pi" + noTools + "|--model|m:high|--provider|p" + lastPi},
		{"pi|--model=m|--session-dir=d", "pi" + noTools + "|--model=m|--session-dir=d" + lastPi},
		{"pi|--session-dir|a|--offline|--session-dir|b", "pi" + noTools + "|--offline|--session-dir|a|--session-dir|b" + lastPi},
		{"pi|--tools|read|--name|n|--continue|--verbose", "pi" + noTools + lastPi},
		{"pi|--session|0001|-p|x", "pi" + noTools + lastPi},
		{"pi|--session|../s/x.jsonl|-p|x", "pi" + noTools + "|--session-dir|../s" + lastPi},
		{"pi|--session-dir|d|--session|x.jsonl", "pi" + noTools + "|--session-dir|." + lastPi},
		{"pi|-p|say --no-session|@--model", "pi" + noTools + lastPi},
		{"pi|--system-prompt|--no-session|--thinking|low", "pi" + noTools + "|--system-prompt|--no-session|--thinking|low" + lastPi},
		{"pi|-p|--|--model|--no-session", "pi" + noTools + lastPi},
		{"pi|--offline|--model", "pi" + noTools + "|--offline" + lastPi},
		{"node|/opt/pi-coding-agent/cli.js|-na", "node|/opt/pi-coding-agent/cli.js" + noTools + "|-na" + lastPi},

		{"claude", "claude" + noTurns + lastClaude},
		{"claude|-p|--output-format|json|prompt", "claude" + noTurns + "|--output-format|json" + lastClaude},
		{
			"claude|-p|prompt|--output-format=stream-json|--verbose|--include-partial-messages",
			"claude" + noTurns + "|--output-format=stream-json|--verbose|--include-partial-messages" + lastClaude,
		},
		{
			"claude|-p|--input-format|stream-json|--output-format|stream-json|--verbose|--replay-user-messages",
			"claude" + noTurns + "|--output-format|stream-json|--verbose" + lastClaude,
		},
		{
			"npx|-y|@anthropic-ai/claude-code@2|--model|haiku|-p|x",
			"npx|-y|@anthropic-ai/claude-code@2" + noTurns + "|--model|haiku" + lastClaude,
		},
		{"claude|--betas|a|b|-p|prompt", "claude" + noTurns + "|--betas|a|b" + lastClaude},
		{"claude|-p|prompt|--betas|a", "claude" + noTurns + "|--betas|a" + lastClaude},
		{"claude|--betas=a|prompt", "claude" + noTurns + "|--betas=a" + lastClaude},
		{"claude|-p|--betas", "claude" + noTurns + lastClaude},
		{"claude|--settings|{}|--add-dir|a|b|--effort|low", "claude" + noTurns + "|--settings|{}|--effort|low" + lastClaude},
		{"claude|--resume|--model|haiku", "claude" + noTurns + "|--model|haiku" + lastClaude},
		{"claude|-r|0001|--fork-session|--max-turns|9|-p|x", "claude" + noTurns + lastClaude},
		{"claude|--append-system-prompt|--bare|-p|x", "claude" + noTurns + "|--append-system-prompt|--bare" + lastClaude},

		{"codex", exec + lastCodex},
		{"codex|--no-daemon|-m|m|fix it", exec + "|-m|m" + lastCodex},
		{"codex|-c|model_provider=p|exec|--json|-s|read-only|-p|work|-", exec + "|-c|model_provider=p|--json|-p|work" + lastCodex},
		{"codex|exec|-o|last.txt|--enable|goals|--color=never|x", exec + "|-o|last.txt|--color=never" + lastCodex},
		{"codex|e|--full-auto|-C|/src|resume|0001|go on", exec + "|-C|/src" + lastCodex},
		{"npx|@openai/codex|exec|x", "npx|@openai/codex|exec|--skip-git-repo-check" + lastCodex},

		{"opencode", "opencode|run|--agent|turnguard" + lastOpencode},
		{"opencode|/src|--agent|plan|-m|p/m", "opencode|run|--agent|turnguard|-m|p/m" + lastOpencode},
		{"opencode|run|--format|json|--auto|x", "opencode|run|--agent|turnguard|--format|json" + lastOpencode},
		{"opencode|run|--dir=/src|-s|0001|-c|x", "opencode|run|--agent|turnguard|--dir=/src" + lastOpencode},

		{"gemini", noServers + lastClaude},
		{"gemini|--yolo|-o|stream-json|-p|x", noServers + "|-o|stream-json" + lastClaude},
		{"gemini|-e|a|b|--policy|mine.toml|-m|pro|x", noServers + "|-e|a|b|-m|pro" + lastClaude},
		{"gemini|--resume|latest|--skip-trust|-i|x", noServers + "|--skip-trust" + lastClaude},

		{"qwen", noneNamed + lastClaude},
		{"qwen|-y|--output-format|stream-json|-p|x", noneNamed + "|--output-format|stream-json" + lastClaude},
		{"qwen|--max-session-turns|9|--fallback-model|a|b|-i|x", noneNamed + "|--fallback-model|a|b" + lastClaude},
	} {
		argv := strings.Split(c.command, "|")
		if got := strings.Join(ForCommand(argv).Salvage(argv, id, "wrap up"), "|"); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.command, got, c.want)
		}
	}
}

func TestAPromptIsWordsWhateverItBeginsWith(t *testing.T) {
	t.Parallel()
	for prompt, want := range map[string]string{
		"wrap up": "wrap up", " -": " -", "- done": " - done", "--help": " --help", "@file": " @file", "/clear": " /clear", "": "",
	} {
		for _, table := range salvageable() {
			got := table.Salvage([]string{table.Name}, id, prompt)
			if last := got[len(got)-1]; last != want {
				t.Errorf("%s %q: got %q", table.Name, prompt, last)
			}
		}
	}
}

// salvageable are the agents whose sessions can be salvaged.
func salvageable() []*Table { return []*Table{&pi, &claude, &codex, &opencode, &gemini, &qwen} }

func TestTheTicketHasOnlyWhatFindsTheSession(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		table         *Table
		command, want string
	}{
		{&pi, "pi|--mode|json|--model|m|--api-key|secret|-p|hello", "pi|--session|" + id},
		{&pi, "env|A=1|/opt/pi|--session-dir|/s|-p|hello", "env|/opt/pi|--session-dir|/s|--session|" + id},
		{&pi, "pi|--session|/s/x.jsonl", "pi|--session-dir|/s|--session|" + id},
		{&pi, "pi|--no-session", ""},
		{&pi, "my-agent|--session-dir|/s|--no-session", "pi|--session|" + id},
		{&pi, "sh|-c|pi --session-dir /s", "pi|--session|" + id},
		{&pi, "claude|-p|x", "pi|--session|" + id},
		{&claude, "npx|claude|-p|--model|haiku|x", "npx|claude|--resume|" + id},
		{&claude, "claude|-p|--no-session-persistence|x", ""},
		{&codex, "npx|@openai/codex|exec|--json|-m|m|x", "npx|@openai/codex|resume|" + id},
		{&codex, "codex|exec|--ephemeral|x", ""},
		{&opencode, "opencode|run|--format|json||x", "opencode|-s|" + id},
		{&gemini, "gemini|-o|stream-json|-p|x", "gemini|--resume|" + id},
		{&qwen, "qwen|-p|x", "qwen|--resume|" + id},
		{&qwen, "qwen|--chat-recording=false|-p|x", ""},
		{&kimi, "kimi|-p|x", "kimi|-r|" + id},
		{&generic, "my-agent", ""},
		{nil, "my-agent", ""},
	} {
		if got := strings.Join(c.table.ResumeCommand(strings.Split(c.command, "|"), id), "|"); got != c.want {
			t.Errorf("%s: got %s, want %s", c.command, got, c.want)
		}
	}
}

func TestAnIDThatIsNoneIsNotPutIntoACommand(t *testing.T) {
	t.Parallel()
	for _, session := range []string{
		"", "-p", "--no-session", ".", "../x", "a b", "a\n", "a;b", "$(a)", "a/b", "é", strings.Repeat("a", 129),
	} {
		for _, table := range salvageable() {
			argv := []string{table.Name}
			if got := slices.Concat(table.ResumeCommand(argv, session), table.Salvage(argv, session, "x")); got != nil {
				t.Errorf("%q: got %q", session, got)
			}
		}
	}
}

func TestWhatCannotBeSalvagedSaysWhy(t *testing.T) {
	t.Parallel()
	const unnamed = "the command does not name pi itself, so it cannot be started again"
	const unknown = "no agent that turnguard can resume (pi, claude, codex, opencode, gemini, qwen)"
	for _, c := range []struct {
		table         *Table
		command, want string
	}{
		{&pi, "pi|--mode|json|-p|x", ""},
		{&pi, "pi|--no-session|-p|x", "pi --no-session keeps no session to resume"},
		{&pi, "pi|-p|--|--no-session", ""},
		{&pi, "my-agent|--no-session", unnamed},
		{&pi, "sh|-c|pi -p x", unnamed},
		{&pi, "claude", unnamed},
		{&pi, "", unnamed},
		{&claude, "claude|-p|x", ""},
		{&claude, "claude|-p|x|--no-session-persistence", "claude --no-session-persistence keeps no session to resume"},
		{&codex, "codex|exec|x", ""},
		{&codex, "codex|exec|--ephemeral|x", "codex --ephemeral keeps no session to resume"},
		{&opencode, "opencode", ""},
		{&gemini, "gemini|-p|x", ""},
		{&qwen, "qwen|--chat-recording=false|x", "qwen --chat-recording keeps no session to resume"},
		{&kimi, "kimi|-p|x", unknown},
		{&generic, "my-agent", unknown},
		{nil, "my-agent", unknown},
	} {
		argv, got := strings.Split(c.command, "|"), ""
		if err := c.table.Resumable(argv); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.command, got, c.want)
		}
		if salvage := c.table.Salvage(argv, id, "x"); (salvage == nil) != (c.want != "") {
			t.Errorf("%s: %q, but salvaged by %q", c.command, got, salvage)
		}
	}
}

// TestNoWordOfThePromptIsRepeated makes command lines of flags that are known, flags that are not, and prompts.
func TestNoWordOfThePromptIsRepeated(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		table := rapid.SampledFrom(salvageable()).Draw(t, "table")
		argv := append(rapid.SampledFrom([][]string{nil, {"env"}, {"npx", "-y"}}).Draw(t, "launcher"), table.Name)
		value := rapid.StringMatching(`[-@/= a-z]{0,6}=?v`)
		word := rapid.OneOf(
			rapid.Map(rapid.StringMatching(`[@/. a-z]{0,3}`), func(s string) []string { return []string{s + " PROMPT"} }),
			rapid.SampledFrom([][]string{{"--quite-unknown"}, {"-q"}, {"--continue"}, {"--print"}}),
			rapid.Custom(func(t *rapid.T) []string {
				names, kind, _ := strings.Cut(rapid.SampledFrom(table.Resume.Keep).Draw(t, "flag"), " <")
				name := rapid.SampledFrom(strings.Split(names, ", ")).Draw(t, "name")
				switch {
				case kind == "":
					return []string{name}
				case strings.HasSuffix(kind, "...>"), rapid.Bool().Draw(t, "joined"):
					return []string{name + "=" + value.Draw(t, "value")}
				}
				return []string{name, value.Draw(t, "value")}
			}),
		)
		start := len(argv)
		argv = slices.Concat(argv, slices.Concat(rapid.SliceOf(word).Draw(t, "words")...))
		if rapid.Bool().Draw(t, "separated") {
			argv = append(argv, "--", "--model", "PROMPT", table.Resume.Unsaved)
		}

		for _, got := range [][]string{table.Salvage(argv, id, "wrap up"), table.ResumeCommand(argv, id)} {
			if len(got) < start || !slices.Equal(got[:start], argv[:start]) {
				t.Fatalf("%q: %q does not begin like it", argv, got)
			}
			if i := slices.Index(got, id); i < 1 || got[i-1] != table.Resume.Session || slices.Index(got[i+1:], id) >= 0 {
				t.Errorf("%q: %q has not one id behind its flag", argv, got)
			}
			if strings.Count(strings.Join(got, " ")+" ", " "+table.Resume.Session+" ") != 1 {
				t.Errorf("%q: %q has the flag more than once", argv, got)
			}
			if strings.Contains(strings.Join(got, " "), "PROMPT") {
				t.Errorf("%q: %q repeats the prompt", argv, got)
			}
		}
	})
}
