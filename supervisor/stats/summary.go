package stats

import (
	"cmp"
	"slices"
	"time"
)

// limits are the numbers of turns of which it is told how many prompts they would have asked about. The middle one is
// what turnguard takes unless it is told otherwise.
var limits = []int{10, 25, 50}

const usualLimit = 25

// Summary tells how much the prompts of a project took. It is what --json prints, and docs/formats.md describes it.
type Summary struct {
	Agent     string  `json:"agent"`
	Project   string  `json:"project"`
	Prompts   int     `json:"prompts"`
	Turns     Spread  `json:"turns"`      // of a prompt
	ToolCalls Spread  `json:"tool_calls"` // of a prompt
	SubTurns  int     `json:"subagent_turns"`
	Histogram []Bin   `json:"histogram"` // of the turns
	Limits    []Limit `json:"limits"`
	Asked     []Asked `json:"asked"` // the most turns first
}

// Limit says about how many prompts a limit of so many turns would have asked.
type Limit struct {
	Turns int `json:"turns"`
	Asked int `json:"asked"`
}

// Asked is a prompt that at least the lowest limit would have asked about. What was prompted is not part of it: a summary
// is made to be shown around, and who may know finds it in the session.
type Asked struct {
	Session   string    `json:"session_id"`
	Time      time.Time `json:"time,omitzero"`
	Turns     int       `json:"turns"`
	ToolCalls int       `json:"tool_calls"`
	Limits    []int     `json:"limits"` // that would have asked

	owner owner
}

func summarize(whose owner, entries []entry, subTurns int) Summary {
	s := Summary{
		Agent: whose.agent, Project: whose.project, Prompts: len(entries), SubTurns: subTurns, Asked: []Asked{},
	}
	for _, limit := range limits {
		s.Limits = append(s.Limits, Limit{Turns: limit})
	}
	var turns, calls []int
	for _, e := range entries {
		turns, calls = append(turns, e.Turns), append(calls, e.ToolCalls)
		asked := Asked{e.Session, e.Time, e.Turns, e.ToolCalls, nil, e.owner}
		for i, limit := range limits {
			if e.AskedAt(limit) {
				s.Limits[i].Asked++
				asked.Limits = append(asked.Limits, limit)
			}
		}
		if len(asked.Limits) > 0 {
			s.Asked = append(s.Asked, asked)
		}
	}
	s.Turns, s.ToolCalls, s.Histogram = spread(turns), spread(calls), histogram(turns)
	slices.SortStableFunc(s.Asked, func(a, b Asked) int {
		return cmp.Or(cmp.Compare(b.Turns, a.Turns), b.Time.Compare(a.Time), cmp.Compare(a.Session, b.Session))
	})
	return s
}
