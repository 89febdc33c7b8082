package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/turnguard/turnguard/detect"
)

// mistakes are documents with something wrong, and what is said about it.
var mistakes = []struct{ text, want string }{
	{"max-turn = 3", `1: unknown key "max-turn", want a flag that can have a default (max-turns, quiet, result) or agents`},
	{"\n[max-turns]\nx = 1", `2: max-turns: want a single value, as the flag takes it`},
	{"max-turns = [3]", `1: max-turns: want a single value, as the flag takes it`},
	{"quiet = true\nquiet = false", `2: no TOML: key quiet is already defined`},
	{"quiet = yes", `1: no TOML: `},
	{"quiet", `1: no TOML: `},
	{"agents = 3", `1: agents: want a table for each agent: [agents.NAME]`},
	{"[agents]\nbot = 3", `2: agents.bot: want a table: [agents.NAME]`},
	{"[[agents]]\nbot = 3", `1: agents: want a table for each agent: [agents.NAME]`},
	{"[agents.'a b']", `1: agents."a b": want a name of letters, digits, dots, dashes and underscores, 40 at most`},
	{"[agents.pi]", "1: agents.pi: the name is taken, want another one than auto, " + strings.Join(detect.Names(), ", ")},
	{"[agents.auto]", `1: agents.auto: the name is taken, want another one than auto, `},
	{"[agents.bot]\nturn = 'type=t'", `1: agents.bot: match is missing, want the names of its command: match = ["mybot"]`},
	{
		"[agents.bot]\nmatch = 'bot'",
		`1: agents.bot: turn is missing, want what its lines say when a turn begins: turn = ["type=turn_start"]`,
	},
	{"[agents.bot]\nmatch = []", `2: agents.bot.match: is empty`},
	{"[agents.bot]\nmatch = ''", `2: agents.bot.match: "": want the name of a command, without a directory and without .js`},
	{"[agents.bot]\nmatch = ['bot',\n'/bin/bot']", `3: agents.bot.match: "/bin/bot": want the name of a command, without `},
	{"[agents.bot]\nmatch = 3", `2: agents.bot.match: want a text in quotes`},
	{bot + "[agents.b2]\nturn='type=t'\nmatch = 'bot'", `4: agents.b2: match: "bot" is a command of bot already`},
	{bot + "turns = 'type=t'", `4: agents.bot.turns: unknown key, want one of: match, packages, source, sniff, `},
	{bot + "source = 'log'", `4: agents.bot.source: want "stream": the JSON lines that it prints`},
	{bot + "sniff = 'a?'", `4: agents.bot.sniff: "a?": want a condition that begins with type=`},
	{bot + "sniff = 'type'", `4: agents.bot.sniff: "type": want path=value, path~regexp or path?`},
	{bot + "ignore = ' '", `4: agents.bot.ignore: is empty, want path=value, path~regexp or path?`},
	{bot + "ignore = ['type=x']", `4: agents.bot.ignore: want a text in quotes`},
	{bot + "more = 'type=m a~('", "4: agents.bot.more: when: \"a~(\": error parsing regexp: missing closing ): `(`"},
	{bot + "more = 'type=m a..b?'", `4: agents.bot.more: when: "a..b": want keys joined by dots, with [] behind a key for each element of an array`},
	{bot + "more = ['type=m',\n  3]", `5: agents.bot.more: want a condition such as "type=more", or a table { when = "..." }`},
	{bot + "more = [[\n'type=m']]", `4: agents.bot.more: want a condition such as "type=more", or a table { when = "..." }`},
	{bot + "more = {}", `4: agents.bot.more: when is missing, want a condition: { when = "type=more" }`},
	{bot + "more = { when = 'type=m', text = 'x' }", `4: agents.bot.more: unknown key "text", want one of: when, if, unless, set, clear, key`},
	{bot + "tool = [\n{ when = 'type=m' },\n{ when = 'type=m', text = 'a[]b' }]", `6: agents.bot.tool: text: "a[]b": want keys joined by dots`},
	{bot + "session = 'type=init'", `4: agents.bot.session: text is missing, want the path of what it tells: { when = "...", text = "..." }`},
	{bot + "usage = 'type=u'", `4: agents.bot.usage: tokens or cost is missing, want the path of what it tells: { when = "...", tokens = "..." }`},
	{bot + "note = 'type=n'", `4: agents.bot.note: want a flag to set or clear: { when = "...", set = "..." }`},
	{bot + "more = { when = 'type=m', if = 'f' }", `4: agents.bot: no rule sets the flag "f"`},
	{bot + "more = { when = 'type=m', set = 'two words' }", `4: agents.bot.more: set: "two words": want one word that names a flag`},
	{"[agents.bot]\nturn = { when = ['type=a', 'type=b'] }", `2: agents.bot.turn: several conditions in when need an until; else write a rule for each`},
	{
		"[agents.bot]\nturn = { when = 'type=a', until = 'type=b', key = 'id' }",
		`2: agents.bot.turn: a rule with until takes no other key than when`,
	},
}

func TestAMistakeIsNamedWithItsLine(t *testing.T) {
	t.Parallel()
	for _, tt := range mistakes {
		path := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := Read(path, flags)
		want := path + ":" + tt.want
		if file != nil || err == nil || len(err.Error()) < len(want) || err.Error()[:len(want)] != want {
			t.Errorf("%s\n got %v\nwant %s", tt.text, err, want)
		}
	}
}
