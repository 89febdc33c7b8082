package supervisor

import "fmt"

// wrapping is how far an agent is with being told, once per grant, that its turns are nearly used up.
type wrapping uint8

const (
	wrapNone wrapping = iota
	wrapDue           // it will be told before its next request
	wrapTold
)

// wrapUpText is what an agent is told if its user has no words of their own. It names no tool: agents differ in those.
const wrapUpText = "Your turn budget for this task is nearly used up: you may make %s more before you are stopped. " +
	"Start nothing new. If you are in the middle of an edit, finish it, so that every file is left whole. " +
	"Then call no more tools and answer with what you have: what is done, what is left to do, and what you have found out, " +
	"partial findings included."

// wrapUpWords returns what is due to be said to the agent with its next request, once; or "".
func (r *run) wrapUpWords() string {
	if r.wrap != wrapDue {
		return ""
	}
	r.wrap = wrapTold
	c := r.budget.Counts()
	r.events.note("wrap_up", c)
	if r.WrapUp != "" {
		return r.WrapUp
	}
	return fmt.Sprintf(wrapUpText, count(int(c.Limit)-c.Used, "request to the model", "requests to the model"))
}

// cannotWrapUp says at the start, and not only at the limit, that an agent will not be told.
func (r *run) cannotWrapUp() {
	if r.Limits.Grace > 0 && !r.source.awaited {
		r.say("--grace has no effect: an agent is told to wrap up by its hook, and there is none here")
	}
}
