package supervisor

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

func TestTheFactsSayWhatTheGrantDid(t *testing.T) {
	g := newGrant(time.Now().Add(-90 * time.Second))
	for _, e := range []detect.Event{
		{Kind: detect.ToolCall, Text: "bash"},
		{Kind: detect.ToolCall, Text: "read"},
		{Kind: detect.ToolCall, Text: "bash"},
		{Kind: detect.Say, Text: "Reading the tests.\nThen the code."},
		{Kind: detect.Say, Text: " \n"},
		{Kind: detect.Say, Sub: true, Text: "I am only a helper."},
		{Kind: detect.Usage, Tokens: 1200, Cost: 0.25},
		{Kind: detect.Usage, Tokens: 300, Cost: 0.5},
	} {
		g.add(e)
	}
	want := []string{
		"tools    2 bash, 1 read", `said     "Reading the tests."`, "time     1m30s", "tokens   1500, $0.75",
		"helpers  7 turns of sub-agents so far", `runs on  "sudo" (pid 8), which belongs to another user`, "held     1 process",
	}
	if got := g.facts(7, []tree.Process{{PID: 7, Name: "bash"}, {PID: 8, Name: "sudo", Refused: true}}); !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWhatIsNotKnownIsNotAFact(t *testing.T) {
	g := newGrant(time.Now())
	if got, want := g.facts(0, make([]tree.Process, 3)), []string{"time     0s", "held     3 processes"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAnAgentCannotInventToolsWithoutEnd(t *testing.T) {
	g := newGrant(time.Now())
	for i := range 10 * maxTools {
		g.add(detect.Event{Kind: detect.ToolCall, Text: fmt.Sprint("tool-", i)})
	}
	if len(g.tools) > maxTools+1 || g.tools["others"] != 9*maxTools {
		t.Errorf("%d names are kept, %d calls are of others", len(g.tools), g.tools["others"])
	}
}
