package stats

import (
	"cmp"
	"slices"
	"time"
)

// Report is what sessions come to.
type Report struct {
	// Projects has a summary for each agent and project: the agents by name, and of each the projects with the most
	// prompts first.
	Projects []Summary
	// All is the summary of all of them and names no agent and no project.
	All Summary
}

// entry is a prompt with whose it was.
type entry struct {
	owner
	Prompt
}

type owner struct{ agent, project string }

// Summarize makes a report. A prompt that stands in several session files, as after a fork, counts once.
func Summarize(sessions []Session) Report {
	var all []entry
	subTurns, sum := map[owner]int{}, 0
	for _, s := range sessions {
		whose := owner{s.Agent, s.Project}
		subTurns[whose] += s.SubTurns
		sum += s.SubTurns
		for _, p := range s.Prompts {
			all = append(all, entry{whose, p})
		}
	}
	all = unique(all)
	groups := map[owner][]entry{}
	for _, e := range all {
		groups[e.owner] = append(groups[e.owner], e)
	}
	r := Report{All: summarize(owner{}, all, sum), Projects: []Summary{}}
	for whose, sub := range subTurns {
		r.Projects = append(r.Projects, summarize(whose, groups[whose], sub))
	}
	slices.SortFunc(r.Projects, func(a, b Summary) int {
		return cmp.Or(cmp.Compare(a.Agent, b.Agent), cmp.Compare(b.Prompts, a.Prompts), cmp.Compare(a.Project, b.Project))
	})
	return r
}

// unique leaves one copy of each prompt, the one with the most turns. All copies have the time of the first one, and a
// person gives an agent no two prompts in the same millisecond.
func unique(all []entry) (result []entry) {
	type key struct {
		agent string
		time  time.Time
	}
	kept := map[key]int{}
	for _, e := range all {
		k := key{e.agent, e.Time}
		i, copied := kept[k]
		switch {
		case !copied || e.Time.IsZero():
			kept[k] = len(result)
			result = append(result, e)
		case e.Turns > result[i].Turns:
			result[i] = e
		}
	}
	return result
}
