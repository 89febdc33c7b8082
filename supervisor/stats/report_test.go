package stats

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

// sample is what three agents have left, one of them with a hostile session.
func sample() []Session {
	day := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	prompts := func(id string, turns ...int) (prompts []Prompt) {
		for _, n := range turns {
			day = day.Add(time.Hour)
			prompts = append(prompts, Prompt{Session: id, Time: day, Turns: n, ToolCalls: n + n/2, wanted: n})
		}
		return prompts
	}
	const uuid = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeee0"
	return []Session{
		{Agent: "pi", Project: "/home/me", Prompts: prompts(uuid+"1", 1, 2, 3)},
		{Agent: "claude", Project: "/home/me/src/parser", Prompts: prompts(uuid+"2", 1, 4, 4, 63, 26, 25, 10), SubTurns: 11},
		{Agent: "claude", Project: "/home/me/src/parser", Prompts: prompts(uuid+"3", 9, 51, 1200), SubTurns: 1},
		{Agent: "claude", Project: "/srv/a/very/long/path/to/the/项目", Prompts: prompts(uuid+"4", 30, 31, 32)},
		{Agent: "gemini", Project: "par\x1b[2Jser\r\n", Prompts: []Prompt{{Session: "\x1b]0;x\a\u202e1", Turns: 77, wanted: 77}}},
		{Agent: "qwen", Prompts: prompts(uuid+"5", 1)},
		{Agent: "claude", Project: "/only/sub-agents", SubTurns: 2},
	}
}

func TestTheReport(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	Summarize(sample()).Print(&out, "/home/me")
	golden(t, "testdata/report.golden", out.String())
	for line := range strings.Lines(out.String()) {
		if columns := ansi.StringWidth(line); columns > 80 {
			t.Errorf("a line of %d columns: %s", columns, line)
		}
	}
}

func TestTheReportAsJSON(t *testing.T) {
	t.Parallel()
	got, err := json.MarshalIndent(Summarize(sample()).Projects, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/report.json.golden", string(got)+"\n")
}

func TestAReportOfNothing(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	r := Summarize(nil)
	r.Print(&out, "")
	if got := out.String(); got != "no prompts were found\n" {
		t.Errorf("%q", got)
	}
	if got, err := json.Marshal(r.Projects); string(got) != "[]" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}

func TestOneShortPrompt(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	Summarize([]Session{{Agent: "pi", Project: "/p", Prompts: []Prompt{{Turns: 25, wanted: 25}}}}).Print(&out, "")
	if want := "\n--max-turns 25 would have asked about 0 of 1 prompt.\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("%s\nwant at its end %s", out.String(), want)
	}
}

func TestAPromptThatWasCopiedCountsOnce(t *testing.T) {
	t.Parallel()
	at := func(minute int) time.Time { return time.Date(2026, 1, 1, 0, minute, 0, 0, time.UTC) }
	first := Prompt{Session: "1", Time: at(1), Turns: 3, wanted: 3}
	cut := Prompt{Session: "1", Time: at(2), Turns: 1, wanted: 2}
	whole := Prompt{Session: "2", Time: at(2), Turns: 5, wanted: 5}
	copied := Prompt{Session: "2", Time: at(1), Turns: 3, wanted: 3}
	timeless := Prompt{Turns: 1, wanted: 1}
	for _, c := range []struct {
		name     string
		sessions []Session
		want     []string
	}{
		{
			"a fork of a session", []Session{
				{Agent: "pi", Project: "/p", Prompts: []Prompt{first, cut}},
				{Agent: "pi", Project: "/p", Prompts: []Prompt{copied, whole}},
			}, []string{"pi /p: 2 prompts, 5 turns at most"},
		},
		{
			"a fork in another directory", []Session{
				{Agent: "pi", Project: "/p", Prompts: []Prompt{first, whole}},
				{Agent: "pi", Project: "/q", Prompts: []Prompt{copied}},
			}, []string{"pi /p: 2 prompts, 5 turns at most", "pi /q: 0 prompts, 0 turns at most"},
		},
		{
			"two agents", []Session{
				{Agent: "pi", Project: "/p", Prompts: []Prompt{first}},
				{Agent: "claude", Project: "/p", Prompts: []Prompt{first}},
			}, []string{"claude /p: 1 prompt, 3 turns at most", "pi /p: 1 prompt, 3 turns at most"},
		},
		{
			"no times",
			[]Session{{Agent: "pi", Project: "/p", Prompts: []Prompt{timeless, timeless}}},
			[]string{"pi /p: 2 prompts, 1 turn at most"},
		},
	} {
		var got []string
		for _, s := range Summarize(c.sessions).Projects {
			got = append(got, s.Agent+" "+s.Project+": "+count(s.Prompts, "prompt")+", "+count(s.Turns.Max, "turn")+" at most")
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestOnlyAHomesOwnDirectoriesAreShortened(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"/home/me/p", "/home/me", "~/p"},
		{"/home/me", "/home/me", "~"},
		{"/home/mean/p", "/home/me", "/home/mean/p"},
		{"/srv/p", "/home/me", "/srv/p"},
		{"/srv/p", "/", "/srv/p"},
		{"/srv/p", "", "/srv/p"},
		{"", "/home/me", "-"},
		{"", "", "-"},
	} {
		if got := tilde(c[0], c[1]); got != c[2] {
			t.Errorf("%s in %q is %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

func TestTheLimitsAreInOrder(t *testing.T) {
	t.Parallel()
	if !slices.IsSorted(limits) || !slices.Contains(limits, usualLimit) {
		t.Errorf("%v, and %d", limits, usualLimit)
	}
}
