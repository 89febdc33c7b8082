package budget

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/turnguard/turnguard/detect"
)

// model is the rules once more, written to be obvious: it keeps lists of what happened instead of counts, and looks
// through them when it is asked. It shares no code with the Budget.
type model struct {
	limits  Limits
	limit   Limit
	grace   int
	turns   []*modelTurn // all, in order
	calls   []*modelCall
	grant   int   // which grant it is, counting every renewal and reset
	allowed Limit // turns that the grant has
	callCap Limit
	typed   bool
	told    int // the grant in which the wrap-up message was sent
	prompts int
	yes     int
	waiting []detect.Event
	asked   Reasons // why a question is open
	aborted bool
	busy    bool // with a run
}

type modelTurn struct {
	grant               int
	sub, tools, voided  bool
	countedAgainstLimit bool
}

type modelCall struct{ grant int }

func newModel(l Limits) *model {
	m := &model{limits: l, limit: l.Turns, grace: l.Grace, allowed: l.Turns, callCap: l.ToolCalls, grant: 1, typed: true}
	if l.Turns >= 0 && l.Grace >= int(l.Turns) {
		m.grace = 0
	}
	return m
}

func (m *model) used() (n int) {
	for _, turn := range m.turns {
		if turn.grant == m.grant && turn.countedAgainstLimit && !turn.voided {
			n++
		}
	}
	return n
}

func (m *model) callsUsed() (n int) {
	for _, call := range m.calls {
		if call.grant == m.grant {
			n++
		}
	}
	return n
}

func (m *model) counts() Counts {
	c := Counts{
		Used: m.used(), Calls: m.callsUsed(), ToolCalls: len(m.calls), Prompts: m.prompts, Grants: m.yes, Limit: m.limit,
		CallLimit: m.limits.ToolCalls, Granted: m.limit,
	}
	if m.short() {
		c.Granted = m.allowed
	}
	for _, turn := range m.turns {
		if turn.countedAgainstLimit && !turn.voided {
			c.Turns++
		}
		if turn.sub {
			c.SubTurns++
		}
	}
	return c
}

// short tells that the current grant has fewer turns than the limit says.
func (m *model) short() bool { return m.allowed >= 0 && (m.limit == Unlimited || m.allowed < m.limit) }

func (m *model) outOfTurns() bool { return m.allowed >= 0 && m.used() >= int(m.allowed) }
func (m *model) outOfCalls() bool { return m.callCap >= 0 && m.callsUsed() >= int(m.callCap) }

// mainTurn is the turn of the main agent that began last, nil before the first.
func (m *model) mainTurn() *modelTurn {
	for i := len(m.turns) - 1; i >= 0; i-- {
		if !m.turns[i].sub {
			return m.turns[i]
		}
	}
	return nil
}

// happen lets an event take effect, unless a limit forbids it.
func (m *model) happen(e detect.Event) (against Reasons) {
	countsAsTurn := !e.Sub || m.limits.CountSubagents
	if countsAsTurn {
		switch e.Kind {
		case detect.Prompt, detect.Turn, detect.More, detect.ToolCall:
			m.busy = true
		case detect.End:
			m.busy = false
		default:
		}
	}
	switch {
	case e.Kind == detect.Turn && countsAsTurn && m.outOfTurns():
		return TurnsReached
	case e.Kind == detect.ToolCall && m.outOfCalls():
		return ToolCallsReached
	case e.Kind == detect.Turn:
		m.turns = append(m.turns, &modelTurn{grant: m.grant, sub: e.Sub, countedAgainstLimit: countsAsTurn})
	case e.Kind == detect.ToolCall:
		m.calls = append(m.calls, &modelCall{m.grant})
	}
	if turn := m.mainTurn(); turn != nil && !e.Sub {
		switch e.Kind {
		case detect.Void:
			turn.voided = turn.voided || !turn.tools
		case detect.More, detect.ToolCall:
			turn.tools, turn.voided = true, false
		default:
		}
	}
	if e.Kind == detect.More && countsAsTurn && m.outOfTurns() {
		return TurnsReached
	}
	if e.Kind == detect.Prompt && !e.Sub {
		m.prompts++
		if m.typed {
			if m.used() > 0 || m.short() {
				m.allowed = m.limit
			}
			if m.callsUsed() > 0 {
				m.callCap = m.limits.ToolCalls
			}
			m.typed = false
			m.grant++
			if m.outOfTurns() {
				return TurnsReached
			}
		}
	}
	return 0
}

// forecast is the set of limits that the waiting events meet if nothing is granted.
func (m *model) forecast() (against Reasons) {
	future := *m
	future.turns = nil
	for _, turn := range m.turns {
		same := *turn
		future.turns = append(future.turns, &same)
	}
	for _, e := range m.waiting {
		against |= future.happen(e)
	}
	return against
}

func (m *model) observe(e detect.Event) Action {
	switch {
	case m.aborted:
		return Ask
	case m.asked != 0:
		m.waiting = append(m.waiting, e)
		m.asked |= m.forecast()
		return Ask
	}
	if m.asked = m.happen(e); m.asked != 0 {
		if e.Kind != detect.Prompt {
			m.waiting = append(m.waiting, e)
		}
		return Ask
	}
	wrapUpAt := int(m.limit) - max(1, min(m.grace, int(m.limit)-1))
	goesOn := e.Kind == detect.More || e.Kind == detect.ToolCall
	if goesOn && !e.Sub && m.limit > 1 && m.grace > 0 && m.used() >= wrapUpAt && !m.outOfTurns() && m.told != m.grant {
		m.told = m.grant
		return WrapUp
	}
	return Proceed
}

func (m *model) grantMore() Action {
	if m.aborted || m.asked == 0 {
		return m.answer(Proceed)
	}
	m.renew()
	return m.goOn()
}

func (m *model) renew() {
	m.yes++
	m.grant++
	if m.allowed = m.limit; m.limit == 0 {
		m.allowed = 1
	}
	if m.callCap = m.limits.ToolCalls; m.callCap == 0 {
		m.callCap = 1
	}
}

func (m *model) grantLast(turns Limit) Action {
	if m.aborted {
		return m.answer(Proceed)
	}
	m.renew()
	if m.limit >= 0 && turns > m.limit {
		turns = m.limit
	}
	m.allowed, m.told = max(turns, 1), m.grant
	return m.goOn()
}

func (m *model) setTurns(l Limit) Action {
	if m.aborted || l == m.limit {
		return m.answer(Proceed)
	}
	if m.limit == Unlimited { // the turns are of a grant that is over, the calls are not
		m.grant++
		for _, call := range m.calls {
			if call.grant == m.grant-1 {
				call.grant = m.grant
			}
		}
	}
	m.limit, m.allowed = l, l
	return m.goOn()
}

func (m *model) setCalls(l Limit) Action {
	if m.aborted || l == m.limits.ToolCalls {
		return m.answer(Proceed)
	}
	if m.limits.ToolCalls == Unlimited { // what was called without a limit was not called from this one
		for _, call := range m.calls {
			if call.grant == m.grant {
				call.grant = -1
			}
		}
	}
	m.limits.ToolCalls, m.callCap = l, l
	return m.goOn()
}

// goOn takes what waits, as far as that goes.
func (m *model) goOn() Action {
	waiting := m.waiting
	m.asked, m.waiting = 0, nil
	if m.busy && m.outOfTurns() {
		m.asked = TurnsReached
	}
	sent := Proceed
	for _, e := range waiting {
		sent = max(sent, m.observe(e))
	}
	return m.answer(sent)
}

func (m *model) answer(otherwise Action) Action {
	if m.aborted || m.asked != 0 {
		return Ask
	}
	return otherwise
}

// TestBudgetFollowsTheModel plays random runs on both.
func TestBudgetFollowsTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := anyLimits.Draw(t, "limits")
		b, m := New(limits), newModel(limits)
		same := func(t *rapid.T, got, want Action) {
			t.Helper()
			if got != want {
				t.Fatalf("got %v, want %v", got, want)
			}
		}
		observe := func(t *rapid.T) {
			e := anyEvent.Draw(t, "event")
			same(t, b.Observe(e), m.observe(e))
		}
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				if got, want := b.Counts(), m.counts(); got != want {
					t.Fatalf("counts %+v, want %+v", got, want)
				}
				if got := b.Reasons(); got != m.asked {
					t.Fatalf("reasons %b, want %b", got, m.asked)
				}
				if got, want := b.Asking(), m.asked != 0 && !m.aborted; got != want {
					t.Fatalf("asking %t, want %t", got, want)
				}
				if got := b.Aborted(); got != m.aborted {
					t.Fatalf("aborted %t, want %t", got, m.aborted)
				}
			},
			// The most frequent things have more than one name, which is how often each is chosen.
			"observe": observe, "observe more": observe, "observe still more": observe, "observe on": observe,
			"yes": func(t *rapid.T) { same(t, b.Grant(), m.grantMore()) },
			"wrap up": func(t *rapid.T) {
				turns := Limit(rapid.IntRange(0, 4).Draw(t, "turns"))
				same(t, b.GrantLast(turns), m.grantLast(turns))
			},
			"set turns": func(t *rapid.T) {
				l := anyLimit.Draw(t, "limit")
				same(t, b.SetTurns(l), m.setTurns(l))
			},
			"set tool calls": func(t *rapid.T) {
				l := anyLimit.Draw(t, "limit")
				same(t, b.SetToolCalls(l), m.setCalls(l))
			},
			"set grace": func(t *rapid.T) {
				m.grace = rapid.IntRange(0, 8).Draw(t, "grace")
				b.SetGrace(m.grace)
			},
			"typed": func(*rapid.T) {
				if !b.Asking() { // else the keys are the question's
					b.HumanInput()
					m.typed = true
				}
			},
			"no": func(t *rapid.T) {
				if rapid.IntRange(0, 9).Draw(t, "really") == 9 { // or most runs would be over at once
					b.Abort()
					m.aborted = true
				}
			},
		})
	})
}
