package supervisor

import (
	"fmt"

	"github.com/turnguard/turnguard/supervisor/budget"
	"github.com/turnguard/turnguard/supervisor/internal/control"
	"github.com/turnguard/turnguard/supervisor/internal/hook"
)

// Where a limit comes from that was changed while the agent ran.
const (
	fromAnswer  = "answer"  // to the question
	fromAgent   = "agent"   // typed in the agent's own terminal
	fromCommand = "command" // turnguard limit
)

// changeLimit is `turnguard limit`. From inside the agent's tree the limit can be lowered and not raised: that takes a
// person.
func (r *run) changeLimit(text string, inside bool) control.Reply {
	limit, err := budget.ParseLimit(text)
	if err != nil {
		return control.Reply{Error: err.Error()}
	}
	if r.budget.Aborted() {
		return control.Reply{Error: "the agent is being ended"}
	}
	if was := r.budget.Counts().Limit; inside && raises(was, limit) {
		r.notify(fmt.Sprintf("refused: the agent tried to raise its limit from %s to %s", was, limit))
		return control.Reply{Error: fmt.Sprintf("the agent may lower its limit of %s and not raise it", was)}
	}
	r.setLimit(limit, fromCommand)
	return control.Reply{Text: fmt.Sprintf("limit set to %s: %s used", limit, count(r.budget.Counts().Used, "turn", "turns"))}
}

// changeGrace is `turnguard grace`. From inside the agent's tree the message can be brought forward and not put off.
func (r *run) changeGrace(text string, inside bool) control.Reply {
	grace, err := budget.ParseGrace(text)
	switch {
	case err != nil:
		return control.Reply{Error: err.Error()}
	case inside && grace < r.Limits.Grace:
		return control.Reply{Error: fmt.Sprintf("the agent may raise its grace of %d and not lower it", r.Limits.Grace)}
	case r.way() == noWay:
		return control.Reply{Error: cannotTell}
	}
	r.Limits.Grace = grace
	r.budget.SetGrace(grace)
	c := r.budget.Counts()
	if soft := r.budget.SoftLimit(); soft > 0 {
		return control.Reply{Text: fmt.Sprintf("grace set to %d: the agent is told to wrap up in turn %d of %d, %d used", grace, soft, c.Limit, c.Used)}
	}
	return control.Reply{Text: fmt.Sprintf("grace set to %d: the agent is not told to wrap up", grace)}
}

// agentsLimit is /turn-limit, in the words of the extension that pi's users know.
func (r *run) agentsLimit(text string) hook.Verdict {
	limit, err := budget.ParseLimit(text)
	if err != nil {
		return hook.Verdict{Error: "Invalid turn limit. Must be a positive integer."}
	}
	r.setLimit(limit, fromAgent)
	return hook.Verdict{Text: fmt.Sprintf("Turn limit set to %s.", limit)}
}

func raises(from, to budget.Limit) bool {
	return from != budget.Unlimited && (to == budget.Unlimited || to > from)
}

// setLimit changes the limit. A question that this raises is asked at once; one that is open is asked anew, or is settled.
func (r *run) setLimit(limit budget.Limit, source string) {
	action := r.budget.SetTurns(limit)
	r.outcome.LimitSource = source
	r.events.note("limit_changed", r.budget.Counts())
	switch {
	case action == budget.Ask && r.phase == running && r.guard != nil:
		r.tree.Strike()
		r.phase = boundary
	case r.phase == asking: // once the open question has left the terminal
		r.paused = r.paused && !r.budget.Asking()
		r.reask = true
		r.closeQuestion()
	}
	r.showCounts()
}
