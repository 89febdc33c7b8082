package supervisor

import (
	"fmt"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/prompt"
	"github.com/turnguard/turnguard/supervisor/budget"
)

// repeated notes that the agent repeats itself, as result e has shown. Where somebody can be asked about it the agent is
// held by now; where nobody can, it is no reason to stop it.
func (r *run) repeated(e detect.Event, how budget.Repeat) {
	r.outcome.Loops++
	r.events.note("loop", r.budget.Counts())
	switch {
	case r.phase != boundary || !r.asks():
	case how == budget.Alternated:
		r.repeats = "Two calls have taken turns with the same results."
	default:
		r.repeats = fmt.Sprintf("The same %s call has had the same result %d times in a row.", prompt.Sanitize(e.Text, 40), r.AskOnLoop)
	}
}
