// Package budget decides when an agent has had enough: events go in, actions come out.
//
// A person grants a number of turns. The budget counts them as they begin and, when they are used up and the agent
// wants another, asks whether there shall be more. It is pure: it stops no process, shows no question and reads no
// clock. The rules are written down in docs/turn-limit.allium.
//
// A Budget belongs to one goroutine.
package budget

import "github.com/turnguard/turnguard/detect"

// Limits says how much a grant is.
type Limits struct {
	// Turns may begin before a person is asked. 0 asks before every turn.
	Turns Limit
	// ToolCalls may be announced before a person is asked, those of sub-agents included: 1 and up, or Unlimited for no
	// cap. Anything below asks before every call.
	ToolCalls Limit
	// Grace is how many turns before the limit the agent is told to wrap up. 0 or less is no message, and so is one that
	// is not below Turns, because it would leave no turn to work in.
	Grace int
	// CountSubagents makes the turns of sub-agents count like the main agent's.
	CountSubagents bool
}

// Action is what a Budget wants done. Each one outranks those before it.
type Action uint8

const (
	// Proceed: let the agent go on.
	Proceed Action = iota
	// WrapUp: let it go on, and send it the one message that its turns are nearly used up.
	WrapUp
	// Ask: freeze the agent and ask a person; or leave it frozen, where a question is open already or the run is aborted.
	Ask
)

// String names the action for a log.
func (a Action) String() string {
	switch a {
	case Proceed:
		return "proceed"
	case WrapUp:
		return "wrap_up"
	case Ask:
		return "ask"
	}
	return "unknown"
}

// Counts is what was used so far. Events that an open question holds back are not in it.
type Counts struct {
	// Used and Calls count the turns begun and the tool calls announced in the current grant.
	Used, Calls int
	// Turns and ToolCalls count them in the whole session.
	Turns, ToolCalls int
	// SubTurns counts the turns of sub-agents in the whole session. With CountSubagents they are in Used and Turns too.
	SubTurns int
	// Prompts counts the messages that started a run, whether or not they were believed to be a human's.
	Prompts int
	// Grants counts how often a person said yes.
	Grants int
	// Limit is the turn limit in force, CallLimit that of tool calls.
	Limit, CallLimit Limit
	// Granted is how many turns the current grant has: Limit, or fewer after GrantLast.
	Granted Limit
}

// Budget is the account of one agent. The zero Budget grants nothing: it asks before every turn and every tool call.
type Budget struct {
	now     ledger
	ahead   ledger // now, and what the held events would make of it; only while a question is open
	held    []detect.Event
	reasons Reasons
	aborted bool
	grace   int
	grants  int
}

// New opens the account of an agent that is about to start. The start counts as human input: somebody gave the command.
func New(l Limits) *Budget {
	return &Budget{
		now: ledger{
			turns:     newMeter(l.Turns),
			calls:     newMeter(l.ToolCalls),
			countSubs: l.CountSubagents,
			human:     true,
			idle:      true,
		},
		grace: startGrace(l),
	}
}

// Start is called before the agent is started. It asks if the limit is 0.
func (b *Budget) Start() Action {
	if b.standing() == Proceed {
		b.ask(b.now.reached())
	}
	return b.standing()
}

// HumanInput says that a person has typed a line to the agent: the next Prompt resets the counts. It must come from
// what turnguard itself has forwarded, never from what the agent tells.
func (b *Budget) HumanInput() {
	b.now.human, b.ahead.human = true, true
}

// Observe takes the next event of the agent and says what to do. While a question is open the event is held back for
// the next grant, and once aborted it is dropped; the action is Ask in both cases.
func (b *Budget) Observe(e detect.Event) Action {
	switch {
	case b.aborted:
		return Ask
	case b.Asking():
		b.hold(e)
		return Ask
	}
	if reached := b.now.enter(e); reached != 0 {
		b.ask(reached)
		if e.Kind != detect.Prompt { // which is booked for good
			b.hold(e)
		}
		return Ask
	}
	// Only an agent that goes on is told: one that ends with this turn needs no telling.
	if (e.Kind == detect.More || e.Kind == detect.ToolCall) && !e.Sub && b.wrapUp() {
		return WrapUp
	}
	return Proceed
}

// Counts tells what was used so far.
func (b *Budget) Counts() Counts {
	return Counts{
		Used: b.now.turns.used, Calls: b.now.calls.used,
		Turns: b.now.totalTurns, ToolCalls: b.now.totalCalls, SubTurns: b.now.subTurns,
		Prompts: b.now.prompts, Grants: b.grants, Limit: b.now.turns.limit, CallLimit: b.now.calls.limit,
		Granted: b.now.turns.grant(),
	}
}
