package supervisor

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/prompt"
	"github.com/turnguard/turnguard/supervisor/budget"
)

// A frozen tree is looked over every closeWatch for closeWatchFor, in which time a fork that was under way when it was
// stopped has shown, and from then on every steadyWatch.
const (
	closeWatch    = 20 * time.Millisecond
	closeWatchFor = 500 * time.Millisecond
	steadyWatch   = time.Second
)

// freeze stops the whole tree, lets out what the agent had written before, and asks.
func (r *run) freeze() {
	if err := r.tree.Freeze(); err != nil {
		r.Log.Warn("not all processes are stopped", "error", err)
	}
	for _, relay := range r.relays {
		for more := !relay.once; more && relay.ready(); {
			more = relay.fill(func() bool { return true })
		}
	}
	r.froze++
	froze, since := r.froze, time.Now()
	r.after(closeWatch, func() { r.hold(froze, since) })
	r.openQuestion()
}

// hold keeps a frozen tree frozen: it stops what has slipped through or was continued by somebody else.
func (r *run) hold(froze int, since time.Time) {
	if r.phase != asking || froze != r.froze {
		return
	}
	if caught, err := r.tree.Hold(); err != nil || len(caught) > 0 {
		r.Log.Info("stopped again", "processes", caught, "error", err)
	}
	next := closeWatch
	if time.Since(since) > closeWatchFor {
		next = steadyWatch
	}
	r.after(next, func() { r.hold(froze, since) })
}

// openQuestion asks, once the terminal has all that the agent wrote; or ends the agent where nobody is to be asked.
func (r *run) openQuestion() {
	again := r.reask
	r.reask = false
	if !r.paused && !r.budget.Asking() { // the limit was raised meanwhile
		r.goOn()
		return
	}
	r.phase = asking
	r.asked++
	if r.budget.Asking() && !again {
		r.events.note("limit_reached", r.budget.Counts())
	}
	switch {
	case r.budget.Asking() && !r.asks():
		r.abort(r.unasked())
		return
	case r.term == nil || !r.foreground():
		r.abort(reasonNobody)
		return
	}
	r.showCounts()
	ctx, cancel := context.WithCancel(context.Background())
	r.ask = cancel
	asked, q := r.asked, r.question()
	r.after(q.Timeout, func() {
		if r.phase == asking && r.asked == asked {
			r.abort(reasonTimeout)
		}
	})
	r.flushed(func() { go r.askPerson(ctx, asked, q) })
}

func (r *run) askPerson(ctx context.Context, asked int, q prompt.Question) {
	answer, err := r.term.Ask(ctx, q)
	r.post(func() { r.answered(asked, answer, err) }) //nolint:contextcheck // the next question has a context of its own
}

// flushed calls f once the terminal has got all that was read.
func (r *run) flushed(f func()) {
	for _, relay := range r.relays {
		if relay.dst == r.term {
			next := f
			f = func() { relay.flush(next) }
		}
	}
	f()
}

// closeQuestion takes the question off the terminal, if there is one.
func (r *run) closeQuestion() {
	if r.ask != nil {
		r.ask()
		r.ask = nil
	}
}

// answered acts on the person's answer, unless the question has been settled otherwise in the meantime.
func (r *run) answered(asked int, answer prompt.Answer, err error) {
	if r.phase != asking || r.asked != asked {
		return
	}
	r.closeQuestion()
	switch {
	case r.leaving || errors.Is(err, prompt.ErrSuspended):
		r.leaving = false
		r.suspend(unix.SIGTSTP)
		return
	case r.reask || errors.Is(err, prompt.ErrBackground):
		r.reask = true
		r.openQuestion()
		return
	}
	if err != nil {
		r.Log.Info("no answer", "error", err)
	}
	var next budget.Action
	switch answer.Choice {
	case prompt.Continue:
		if r.budget.Asking() {
			next = r.budget.Grant()
			r.regrant()
			r.events.note("grant", r.budget.Counts())
		}
	case prompt.ChangeLimit:
		limit, err := budget.ParseLimit(answer.Limit)
		if err != nil { // the question takes no such answer
			r.abort(reasonDeclined)
			return
		}
		if r.budget.Reasons() == budget.ToolCallsReached {
			next = r.budget.SetToolCalls(limit)
			r.grant.admit()
		} else {
			next = r.budget.SetTurns(limit)
			r.outcome.LimitSource = fromAnswer
		}
		r.events.note("limit_changed", r.budget.Counts())
	case prompt.WrapUp:
		next = r.askToWrapUp()
	case prompt.Salvage:
		r.synthesize = true
		r.abort(r.declined())
		return
	default:
		r.abort(r.declined())
		return
	}
	r.paused = false
	if next == budget.Ask {
		r.openQuestion()
		return
	}
	r.goOn()
}

// goOn lets the agent run: for the first time, or again.
func (r *run) goOn() {
	r.phase, r.repeats = running, ""
	if r.guard == nil {
		r.check(r.start())
		return
	}
	if err := r.tree.Continue(); err != nil {
		r.Log.Warn("not all processes go on", "error", err)
	}
	r.release()
	r.redraw()
	r.showCounts()
	if sig := r.stopped; sig != 0 {
		r.stopped = 0
		r.suspended(sig)
	}
}
