package supervisor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// grant is what the agent has done since turns were last granted: what the person who is asked wants to know.
type grant struct {
	since  time.Time
	tools  map[string]int
	last   string // its last words
	tokens int64
	cost   float64
	beyond []detect.Event // tool calls that wait for more to be granted
}

// maxTools is how many different tools are counted by name; the names come from the agent.
const maxTools = 100

func newGrant(since time.Time) grant { return grant{since: since, tools: map[string]int{}} }

// regrant begins the next grant.
func (r *run) regrant() {
	beyond := r.grant.beyond
	r.grant, r.wrap = newGrant(time.Now()), wrapNone
	r.grant.beyond = beyond
	r.grant.admit()
}

// admit lets the calls count that have waited.
func (g *grant) admit() {
	for _, e := range g.beyond {
		g.add(e)
	}
	g.beyond = nil
}

func (g *grant) add(e detect.Event) {
	switch e.Kind {
	case detect.ToolCall:
		name := e.Text
		if _, known := g.tools[name]; !known && len(g.tools) >= maxTools {
			name = "others"
		}
		g.tools[name]++
	case detect.Say:
		if text := strings.TrimSpace(e.Text); text != "" && !e.Sub {
			g.last = text
		}
	case detect.Usage:
		g.tokens += e.Tokens
		g.cost += e.Cost
	default:
	}
}

// facts gives a line for each thing that is known.
func (g *grant) facts(subTurns int, held []tree.Process) []string {
	var lines []string
	fact := func(name, format string, args ...any) {
		lines = append(lines, fmt.Sprintf("%-8s ", name)+fmt.Sprintf(format, args...))
	}
	if len(g.tools) > 0 {
		fact("tools", "%s", g.byCount())
	}
	if g.last != "" {
		first, _, _ := strings.Cut(g.last, "\n")
		fact("said", "%q", first)
	}
	fact("time", "%v", time.Since(g.since).Round(time.Second))
	switch {
	case g.cost > 0:
		fact("tokens", "%d, $%.2f", g.tokens, g.cost)
	case g.tokens > 0:
		fact("tokens", "%d", g.tokens)
	}
	if subTurns > 0 {
		fact("helpers", "%s of sub-agents so far", count(subTurns, "turn", "turns"))
	}
	stopped := 0
	for _, p := range held {
		if p.Refused {
			fact("runs on", "%v, which belongs to another user", p)
		} else {
			stopped++
		}
	}
	fact("held", "%s", count(stopped, "process", "processes"))
	return lines
}

// byCount lists the tools, the most used first.
func (g *grant) byCount() string {
	type tool struct {
		name  string
		calls int
	}
	var tools []tool
	for name, calls := range g.tools {
		tools = append(tools, tool{name, calls})
	}
	slices.SortFunc(tools, func(a, b tool) int {
		return cmp.Or(cmp.Compare(b.calls, a.calls), cmp.Compare(a.name, b.name))
	})
	var parts []string
	for _, t := range tools {
		parts = append(parts, fmt.Sprintf("%d %s", t.calls, t.name))
	}
	return strings.Join(parts, ", ")
}
