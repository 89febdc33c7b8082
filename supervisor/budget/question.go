package budget

import "github.com/turnguard/turnguard/detect"

// Reasons is the set of limits that a question is about: one question names them all.
type Reasons uint8

const (
	// TurnsReached: the turns of the grant are used up and the agent wants another.
	TurnsReached Reasons = 1 << iota
	// ToolCallsReached: the agent has announced one tool call more than was granted.
	ToolCallsReached
)

// Grant is the answer yes. The counts start at 0 and what was held back counts in the new grant, so that the answer may
// be to Ask again at once. Without an open question it grants nothing.
func (b *Budget) Grant() Action {
	if !b.Asking() {
		return b.standing()
	}
	b.grants++
	b.now.renew()
	return b.resume()
}

// SetTurns changes the turn limit, while the agent runs or as an answer to the question. From unlimited to a number the
// count starts at 0. Otherwise it is kept, and the action is Ask if it has reached the new limit, unless the agent is
// idle: then there is nothing to freeze, and the next prompt starts anew. If the limit is not reached, a question about
// turns ends without a new grant, and what was held back counts. A question about tool calls stays open. Setting the
// limit that is in force changes nothing.
func (b *Budget) SetTurns(l Limit) Action {
	if b.aborted || l == b.now.turns.limit {
		return b.standing()
	}
	b.now.change(l)
	return b.resume()
}

// SetToolCalls changes the limit of tool calls as an answer to the question about it: the count is kept. If it has
// reached the new limit, the action is Ask again. Otherwise the call that was held back runs, and counts.
func (b *Budget) SetToolCalls(l Limit) Action {
	if b.aborted || l == b.now.calls.limit {
		return b.standing()
	}
	b.now.calls.change(l)
	return b.resume()
}

// Abort is the answer no, or the end for another reason. It is final: nothing brings the run back. Reasons keeps what
// an open question was about.
func (b *Budget) Abort() {
	b.aborted = true
}

// Asking tells whether a question is open.
func (b *Budget) Asking() bool { return b.reasons != 0 && !b.aborted }

// Idle tells whether no run is under way: before the first prompt, and from the end of one to the next.
func (b *Budget) Idle() bool { return b.now.idle }

// Aborted tells whether the run was aborted.
func (b *Budget) Aborted() bool { return b.aborted }

// Reasons names the limits that the open question is about. It can grow while events come in that the agent had written
// before it was frozen.
func (b *Budget) Reasons() Reasons { return b.reasons }

// ask opens a question, or not if there is no reason to.
func (b *Budget) ask(r Reasons) {
	b.reasons = r
	b.ahead = b.now
}

// hold keeps an event for the next grant, without its text. There are never more of them than a frozen agent had
// written already. An event that meets another limit makes the question name that one too.
func (b *Budget) hold(e detect.Event) {
	b.held = append(b.held, detect.Event{Kind: e.Kind, Sub: e.Sub})
	b.reasons |= b.ahead.enter(e)
}

// resume ends the question, unless the turns are used up even so, and takes the held events as if they came now.
func (b *Budget) resume() Action {
	held := b.held
	b.held = nil
	b.ask(0)
	if !b.now.idle {
		b.ask(b.now.reached())
	}
	action := b.standing()
	for _, e := range held {
		action = max(action, b.Observe(e))
	}
	return action
}

// standing is the action that holds without any event.
func (b *Budget) standing() Action {
	if b.aborted || b.Asking() {
		return Ask
	}
	return Proceed
}
