package budget

import "errors"

// ParseGrace reads a number of turns before the limit as a person types it: a decimal number, 0 is off.
func ParseGrace(s string) (int, error) {
	limit, err := ParseLimit(s)
	if err != nil || limit == Unlimited {
		return 0, errors.New("want a whole number, 0 or more")
	}
	return int(limit), nil
}

// SetGrace changes, while the agent runs, how many turns before the limit it is told to wrap up. It holds from the next
// response that asks for tools; 0 or less is no message. A grace that is not below the limit is taken as one turn less
// than the limit: a grace that grows makes the message come earlier, it never cancels it.
func (b *Budget) SetGrace(turns int) {
	b.grace = turns
}

// SoftLimit tells after which turn of the grant the agent is told to wrap up; 0 is never.
func (b *Budget) SoftLimit() int { return softLimit(b.now.turns.limit, b.grace) }

// GrantLast is the answer that the agent shall wrap up: so many turns are granted, at least one and at most as many as
// ever, and the message goes to the agent without waiting for its time. After them it asks as ever. It may come without an
// open question.
func (b *Budget) GrantLast(turns Limit) Action {
	if b.aborted {
		return b.standing()
	}
	b.grants++
	b.now.renew()
	if limit := b.now.turns.limit; limit != Unlimited {
		turns = min(turns, limit)
	}
	b.now.turns.granted, b.now.warned = max(turns, 1), true
	return b.resume()
}

// startGrace is the grace that a run begins with. One that leaves no turn to work in is a mistake, not a wish: the
// message would come with the first turn. So there is no soft limit then until SetGrace sets one.
func startGrace(l Limits) int {
	if l.Turns != Unlimited && l.Grace >= int(l.Turns) {
		return 0
	}
	return l.Grace
}

// wrapUp tells, once per grant, that the wrap-up message is due.
func (b *Budget) wrapUp() bool {
	soft := softLimit(b.now.turns.limit, b.grace)
	if soft == 0 || b.now.warned || b.now.turns.used < soft || b.now.turns.spent() {
		return false
	}
	b.now.warned = true
	return true
}

// softLimit is the number of turns at which the wrap-up message is due, 0 for never. One turn comes before it and one
// behind it, so limits of 0 and 1 have none, and neither has Unlimited.
func softLimit(limit Limit, grace int) int {
	if grace <= 0 || limit <= 1 {
		return 0
	}
	return int(limit) - min(grace, int(limit)-1)
}
