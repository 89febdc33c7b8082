package detect

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// letters shows which of the results in a stream are equal, by a letter for each different one, upper case for those of
// sub-agents; a hyphen cannot be compared.
func letters(events []Event) string {
	var got strings.Builder
	names := map[string]string{"": "-"}
	for _, e := range events {
		if e.Kind != Result {
			continue
		}
		name, known := names[e.Print]
		if !known {
			name = string(rune('a' + len(names) - 1))
			names[e.Print] = name
		}
		if e.Sub {
			name = strings.ToUpper(name)
		}
		got.WriteString(name)
	}
	return got.String()
}

// TestEqualCallsWithEqualResultsHaveEqualPrints reads what real agents printed, wrote and told their hooks. The golden
// files were checked against the calls and results in the captures.
func TestEqualCallsWithEqualResultsHaveEqualPrints(t *testing.T) {
	for _, dir := range []string{
		"pi/1.5.2", "claude/2.1.329", "log/pi/0.74.2", "log/pi/1.5.2", "log/claude/2.1.329",
		"hook/pi/0.74.2", "hook/pi/1.5.2", "hook/claude/2.1.329",
	} {
		t.Run(dir, func(t *testing.T) {
			agent, err := ByName(filepath.Base(filepath.Dir(dir)))
			if err != nil {
				t.Fatal(err)
			}
			table := agent
			switch {
			case strings.HasPrefix(dir, "hook"):
				table = agent.Hook
			case strings.HasPrefix(dir, "log"):
				table = agent.Log
			}
			files, err := filepath.Glob(filepath.Join("testdata", dir, "*"))
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for _, file := range files {
				if strings.HasSuffix(file, ".golden") {
					continue
				}
				stream, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				line := fmt.Sprintf("%-34s %s", filepath.Base(file), letters(readAll(t, table, true, stream, len(stream))))
				fmt.Fprintln(&got, strings.TrimSpace(line))
			}
			golden(t, filepath.Join("testdata", dir, "prints.golden"), got.String())
		})
	}
}

// The lines of a call and its result, whose arguments and text are as given.
func piRound(id, arguments, text string) string {
	return fmt.Sprintf(`{"type":"message_end","message":{"role":"assistant","stopReason":"toolUse","content":[{"type":"text","text":"go"},`+
		`{"type":"toolCall","id":%q,"name":"bash","arguments":%s}]}}
		{"type":"message_end","message":{"role":"toolResult","toolCallId":%q,"content":[{"type":"text","text":%q}],"isError":false}}
		`, id, arguments, id, text)
}

func TestResultsAreComparedByCallAndResult(t *testing.T) {
	const ls, date = `{"command":"ls"}`, `{"command":"date +%N"}`
	failed := strings.Replace(piRound("1", ls, "x"), "false", "true", 1)
	long := strings.Repeat("x", 200_000)
	const (
		asks    = `{"type":"assistant","message":{"id":"m%s","content":[{"type":"tool_use","id":"%[1]s","name":"%s","input":{"a":1}}]}}` + "\n"
		answers = `{"type":"user","message":{"content":[%s]}}` + "\n"
		answer  = `{"type":"tool_result","tool_use_id":"%s","content":%q}`
	)
	tests := []struct {
		name         string
		table        *Table
		stream, want string
	}{
		{"the same again, under another id", &pi, piRound("1", ls, "x") + piRound("2", ls, "x"), "aa"},
		{"the same id again", &pi, piRound("1", ls, "x") + piRound("1", date, "x") + piRound("1", ls, "x"), "aba"},
		{"another result", &pi, piRound("1", date, "123") + piRound("2", date, "456"), "ab"},
		{"other arguments", &pi, piRound("1", ls, "x") + piRound("2", `{"command":"ls ."}`, "x"), "ab"},
		{"an error with the same words", &pi, piRound("1", ls, "x") + failed, "ab"},
		{"what goes over from the arguments to the result", &pi, piRound("1", `"ab"`, "c") + piRound("2", `"a"`, "bc"), "ab"},
		{"long results", &pi, piRound("1", ls, long) + piRound("2", ls, long) + piRound("3", ls, long+"y"), "aab"},
		{"long arguments", &pi, piRound("1", `"`+long+`"`, "") + piRound("2", `"`+long+`"`, "") + piRound("3", `"y`+long+`"`, ""), "aab"},
		{"a result whose call is not known", &pi, strings.SplitAfter(piRound("1", ls, "x"), "\n")[1], "-"},
		{
			"results in another order than their calls, in one message", &claude,
			fmt.Sprintf(asks, "1", "Bash") + fmt.Sprintf(asks, "2", "Read") + fmt.Sprintf(answers, fmt.Sprintf(answer+","+answer, "2", "x", "1", "x")) +
				fmt.Sprintf(asks, "3", "Bash") + fmt.Sprintf(answers, fmt.Sprintf(answer, "3", "x")), "abb",
		},
		{
			"a result beside a text", &claude,
			fmt.Sprintf(asks, "1", "Bash") + fmt.Sprintf(answers, `{"type":"text","text":"and"},`+fmt.Sprintf(answer, "1", "x")), "a",
		},
		{
			"one of two results has no content", &claude,
			fmt.Sprintf(asks, "1", "Bash") + fmt.Sprintf(asks, "2", "Bash") +
				fmt.Sprintf(answers, `{"type":"tool_result","tool_use_id":"1"},`+fmt.Sprintf(answer, "2", "x")), "--",
		},
		{
			"prints of a hook", &claudeHook,
			`{"type":"PostToolBatch","results":[{"tool_name":"Bash","print":"1"},{"tool_name":"Read","print":"1"},{"tool_name":"Bash","print":"1"}]}`,
			"aba",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := letters(readAll(t, tt.table, false, []byte(tt.stream), 1000)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestAFingerprintTellsListsOfValuesApart(t *testing.T) {
	seen := map[string]string{}
	for _, list := range []string{"", ",", "ab", "a,b", "ab,", ",ab", "a,bc", "ab,c", "a,b,c", "b,a"} {
		var values [][]byte
		for part := range strings.SplitSeq(list, ",") {
			values = append(values, []byte(part))
		}
		got := fingerprint(values...)
		if other, known := seen[got]; known {
			t.Errorf("%q and %q have the fingerprint %s", list, other, got)
		}
		seen[got] = list
	}
}

func TestAResultHasTheNameOfItsTool(t *testing.T) {
	var got []Event
	for _, e := range readAll(t, &pi, false, []byte(piRound("1", "{}", "x")), 100) {
		if e.Kind == Result {
			got = append(got, e)
		}
	}
	want := []Event{{Kind: Result, Text: "bash", Print: fingerprint([]byte(fingerprint([]byte("bash"), []byte("{}"))),
		[]byte(`[{"type":"text","text":"x"}]`), []byte("false"))}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestResultsAreToldOnlyWhereTheyAreWanted(t *testing.T) {
	d, err := New(Options{Table: &claude, Emit: func(e Event) { t.Errorf("got event %v", e) }})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = d.Write([]byte(`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"1","content":"x"}]}}` + "\n"))
	if d.Understood() != 0 {
		t.Error("the line was decoded")
	}
}

func TestOnlyTheLastCallsWaitForTheirResults(t *testing.T) {
	var stream bytes.Buffer
	for i := range 100 {
		call, _, _ := strings.Cut(piRound(fmt.Sprint(i), "{}", "x"), "\n")
		fmt.Fprintln(&stream, call)
	}
	for i := range 100 {
		_, result, _ := strings.Cut(piRound(fmt.Sprint(i), "{}", "x"), "\n")
		fmt.Fprint(&stream, result)
	}
	want := strings.Repeat("-", 36) + strings.Repeat("a", 64)
	if got := letters(readAll(t, &pi, false, stream.Bytes(), 4096)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
