package budget

import "github.com/turnguard/turnguard/detect"

// ledger holds all that events change. It is a plain value: a copy of it is a forecast.
//
// Its counts are plain ints. They are 64 bits wide where turnguard runs, and no agent takes 10^18 turns.
type ledger struct {
	turns, calls meter
	countSubs    bool

	last    phase // of the turn that began last, the main agent's only
	current bool  // the turn that began last is part of turns.used, not of an earlier grant's count

	idle   bool // no run is under way
	human  bool // a human has typed since the last reset
	warned bool // the wrap-up message of this grant is sent

	totalTurns, totalCalls, subTurns, prompts int
}

// phase is how sure it is that a turn was one.
type phase uint8

const (
	settled phase = iota // it has asked for tools, or none has begun
	begun                // it may still fail and be taken back
	voided               // it failed, says the stream
)

// enter books one event and tells which limit stands against it. A Turn or ToolCall that meets a limit is not booked:
// it is the first of the next grant, if there is one. A More that meets it can be entered again.
func (l *ledger) enter(e detect.Event) Reasons {
	counts := !e.Sub || l.countSubs
	l.rouse(e)
	switch e.Kind {
	case detect.Prompt:
		if !e.Sub {
			return l.prompt()
		}
	case detect.Turn:
		if counts && l.turns.spent() {
			return TurnsReached
		}
		l.begin(e.Sub, counts)
	case detect.Void:
		// With several sub-agents at work nobody can tell whose turn it was. To count it is the safe side.
		if !e.Sub && l.last == begun {
			l.last = voided
			l.recount(-1)
		}
	case detect.More:
		if !e.Sub {
			l.settle()
		}
		if counts {
			return l.reached()
		}
	case detect.ToolCall:
		if l.calls.spent() {
			return ToolCallsReached
		}
		if !e.Sub {
			l.settle()
		}
		l.calls.used++
		l.totalCalls++
	case detect.None, detect.Say, detect.Usage, detect.Session, detect.End, detect.Result:
	}
	return 0
}

// rouse follows whether the agent is at work. What sub-agents do in the background leaves the main agent idle.
func (l *ledger) rouse(e detect.Event) {
	switch {
	case e.Sub && !l.countSubs:
	case e.Kind == detect.End:
		l.idle = true
	case e.Kind == detect.Prompt, e.Kind == detect.Turn, e.Kind == detect.More, e.Kind == detect.ToolCall:
		l.idle = false
	}
}

// prompt books a human's message. That it is a human's is believed only if a human has typed: the agent's tools can
// forge the event. Limit 0 asks here, at the earliest proof that a turn follows.
func (l *ledger) prompt() Reasons {
	l.prompts++
	if !l.human {
		return 0
	}
	l.turns.reset()
	l.calls.reset()
	l.human, l.warned, l.current = false, false, false
	return l.reached()
}

func (l *ledger) begin(sub, counts bool) {
	if counts {
		l.turns.used++
		l.totalTurns++
	}
	if sub {
		l.subTurns++
		return
	}
	l.last, l.current = begun, true
}

// settle ends the doubt about a turn: it has asked for tools. If it was taken back, the Void was wrong or forged and
// the turn counts again; otherwise a tool that outlives its turn could void every later one.
func (l *ledger) settle() {
	if l.last == voided {
		l.recount(+1)
	}
	l.last = settled
}

// recount corrects the counts by the turn that began last.
func (l *ledger) recount(by int) {
	l.totalTurns += by
	if l.current {
		l.turns.used += by
	}
}

// reached tells whether the turns are used up.
func (l *ledger) reached() Reasons {
	if l.turns.spent() {
		return TurnsReached
	}
	return 0
}

// renew is the answer yes: everything is granted anew.
func (l *ledger) renew() {
	l.turns.renew()
	l.calls.renew()
	l.warned, l.current = false, false
}

// change sets another limit of turns.
func (l *ledger) change(to Limit) {
	if l.turns.limit == Unlimited {
		l.warned, l.current = false, false
	}
	l.turns.change(to)
}
