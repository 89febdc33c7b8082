package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/turnguard/turnguard/detect"
)

var flags = []string{"max-turns", "quiet", "result"}

// bot is an agent that lacks nothing; more lines of its table can follow.
const bot = "[agents.bot]\nmatch = 'bot'\nturn = 'type=t'\n"

func TestDefaultsAreSpelledAsInTheFile(t *testing.T) {
	t.Parallel()
	f, err := read([]byte("max-turns = 0x10\nquiet = true\n\nresult = \"a \\u0062\" # why not\n"), flags)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Setting{"max-turns": {"0x10", 1}, "quiet": {"true", 2}, "result": {"a b", 4}}
	if diff := cmp.Diff(want, f.settings); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if s, ok := f.Default("max-turns"); !ok || s.Text != "0x10" {
		t.Errorf("Default = %v, %v", s, ok)
	}
	if _, ok := f.Default("agent"); ok {
		t.Error("there is a default for a flag that the file does not name")
	}
}

func TestNoFileSaysNothing(t *testing.T) {
	t.Parallel()
	var f *File
	if _, ok := f.Default("max-turns"); ok || f.Own() != nil || f.Name() != "" {
		t.Error("a nil File says something")
	}
}

func TestAnAgentBecomesATable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		want       detect.Table
	}{
		{"the least", bot, detect.Table{Commands: []string{"bot"}, Rules: []detect.Rule{{When: "type=t", Emit: detect.Turn}}}},
		{
			"rules in their own order, wherever they stand", `
			[agents.bot]
			note = { when = "type=n", set = "f" }
			more = ["type=m"]
			turn = [{ when = "type=t", key = "id", if = "f", clear = "f" }, "type=u"]
			match = ["bot", "robot"]
			packages = "bot-cli"
			sniff = ["type=init"]
			subagent = "parent?"
			ignore = "type=ping"
			source = "stream"
			session = { when = "type=init", text = "id" }`,
			detect.Table{
				Commands: []string{"bot", "robot"}, Packages: []string{"bot-cli"}, Sniff: []string{"type=init"},
				Subagent: "parent?", Ignore: "type=ping",
				Rules: []detect.Rule{
					{When: "type=init", Emit: detect.Session, Text: "id"},
					{When: "type=t", Key: "id", If: "f", Clear: "f", Emit: detect.Turn},
					{When: "type=u", Emit: detect.Turn},
					{When: "type=m", Emit: detect.More},
					{When: "type=n", Set: "f"},
				},
			},
		},
		{
			"a run is a turn", "[agents.bot]\nmatch='bot'\nturn = { when = ['type=a', 'type=b'], until = ['type=c'] }",
			detect.Table{
				Commands: []string{"bot"},
				Rules: []detect.Rule{
					{When: "type=c", Clear: "run 1"},
					{When: "type=a", Unless: "run 1", Set: "run 1", Emit: detect.Turn},
					{When: "type=b", Unless: "run 1", Set: "run 1", Emit: detect.Turn},
				},
			},
		},
		{
			"an array of tables", bot + "[[agents.bot.usage]]\nwhen='type=u'\ntokens=['in','out']\n[[agents.bot.usage]]\nwhen='type=v'\ncost='usd'",
			detect.Table{
				Commands: []string{"bot"},
				Rules: []detect.Rule{
					{When: "type=t", Emit: detect.Turn},
					{When: "type=u", Emit: detect.Usage, Tokens: []string{"in", "out"}},
					{When: "type=v", Emit: detect.Usage, Cost: "usd"},
				},
			},
		},
		{"dotted keys", "agents.bot.match = 'bot'\nagents.bot.turn.when = 'type=t'", detect.Table{
			Commands: []string{"bot"}, Rules: []detect.Rule{{When: "type=t", Emit: detect.Turn}},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f, err := read([]byte(tt.text), flags)
			if err != nil {
				t.Fatal(err)
			}
			tt.want.Name = "bot"
			if diff := cmp.Diff([]*detect.Table{&tt.want}, f.Own()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// A run of lines is one turn until the line that ends it, whichever of the conditions they meet.
func TestARunIsCountedOnce(t *testing.T) {
	t.Parallel()
	f, err := read([]byte("[agents.bot]\nmatch='bot'\nturn = { when = ['type=text', 'type=call'], until = 'type=result' }"), flags)
	if err != nil {
		t.Fatal(err)
	}
	turns := 0
	d, err := detect.New(detect.Options{Table: f.Own()[0], Emit: func(detect.Event) { turns++ }})
	if err != nil {
		t.Fatal(err)
	}
	for typ := range strings.FieldsSeq("text text call result result call text result") {
		_, _ = d.Write([]byte(`{"type":"` + typ + `"}` + "\n"))
	}
	if turns != 2 {
		t.Errorf("%d turns, want 2", turns)
	}
}

func TestTheFileIsLookedForBelowAnAbsolutePath(t *testing.T) {
	for _, tt := range []struct{ xdg, home, want string }{
		{"/etc/xdg", "/home/me", "/etc/xdg/turnguard/config.toml"},
		{"", "/home/me", "/home/me/.config/turnguard/config.toml"},
		{"config", "/home/me", "/home/me/.config/turnguard/config.toml"},
		{".", ".", ""},
		{"", "", ""},
	} {
		t.Setenv("XDG_CONFIG_HOME", tt.xdg)
		t.Setenv("HOME", tt.home)
		if got := Path(); got != tt.want {
			t.Errorf("XDG_CONFIG_HOME=%s HOME=%s: %q, want %q", tt.xdg, tt.home, got, tt.want)
		}
	}
}

// FuzzAnyTextIsAConfigOrAnError holds for any text: what is accepted can be counted with, and what is not names its line.
func FuzzAnyTextIsAConfigOrAnError(f *testing.F) {
	for _, doc := range mistakes {
		f.Add(doc.text)
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "config.md"))
	if err != nil {
		f.Fatal(err)
	}
	_, example, _ := strings.Cut(string(text), "```toml\n")
	example, _, _ = strings.Cut(example, "```")
	f.Add(example)
	f.Fuzz(func(t *testing.T, text string) {
		file, err := read([]byte(text), flags)
		if (file == nil) == (err == nil) {
			t.Fatalf("read = %v, %v", file, err)
		}
		for _, table := range file.Own() {
			if _, err := detect.New(detect.Options{Table: table, Emit: func(detect.Event) {}}); err != nil {
				t.Error(err)
			}
		}
		if _, err := detect.New(detect.Options{Own: file.Own(), Emit: func(detect.Event) {}}); err != nil {
			t.Error(err)
		}
	})
}
