package supervisor

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/turnguard/turnguard/supervisor/budget"
)

// wrapping is how far an agent is with being told, once per grant, that its turns are nearly used up.
type wrapping uint8

const (
	wrapNone wrapping = iota
	wrapDue           // it will be told before its next request
	wrapTold
)

// lastTurns is how many turns an agent gets that is asked to wrap up, if --grace does not say.
const lastTurns = 3

// wrapUpText is what an agent is told if its user has no words of their own. It names no tool: agents differ in those.
const wrapUpText = "Your turn budget for this task is nearly used up: you may make %s more before you are stopped. " +
	"Start nothing new. If you are in the middle of an edit, finish it, so that every file is left whole. " +
	"Then call no more tools and answer with what you have: what is done, what is left to do, and what you have found out, " +
	"partial findings included."

// way is how an agent can be told something while it works, the best one that there is.
type way uint8

const (
	noWay   way = iota
	byHook      // with the answer to a call of its hook
	byInput     // as a message on the standard input of a two-way agent
	byKeys      // typed, where what is typed while it works is a message and nothing else
)

func (r *run) way() way {
	switch t := r.Agent; {
	case r.source.awaited || r.source.hooked:
		return byHook
	case t == nil || r.wires == nil:
	case r.input != nil && !r.input.eof && t.Steer != "":
		return byInput
	case r.keys != nil && t.Types && t.Interactive(r.Argv):
		return byKeys
	}
	return noWay
}

// tellDue tells the agent what is due, unless its hook will, or a person is in the middle of a line.
func (r *run) tellDue() {
	if r.wrap != wrapDue || r.phase != running {
		return
	}
	switch r.way() {
	case byInput:
		if r.input.whole {
			text, _ := json.Marshal(r.wrapUpWords()) // a string always becomes JSON
			line := strings.Replace(r.Agent.Steer, "TEXT", string(text), 1) + "\n"
			r.input.flush(func() { _, _ = r.wires.ours[0].WriteString(line) })
		}
	case byKeys:
		if !r.typing.Draft() {
			r.keys.queue = append(r.keys.queue, "\x1b[200~"+r.wrapUpWords()+"\x1b[201~"...)
			r.keys.held = true // what is typed meanwhile would go into the message
			r.after(pasteTime, func() {
				r.keys.queue = append(append(r.keys.queue, '\r'), r.keys.later...)
				r.keys.held, r.keys.later = false, nil
			})
		}
	case byHook, noWay:
	}
}

// pasteTime is how long an agent's editor may take for a paste.
const pasteTime = 300 * time.Millisecond

// wrapUpWords returns what is due to be said to the agent with its next request, once; or "".
func (r *run) wrapUpWords() string {
	if r.wrap != wrapDue {
		return ""
	}
	r.wrap = wrapTold
	c := r.budget.Counts()
	r.events.note("wrap_up", c)
	left := count(int(c.Granted)-c.Used, "request to the model", "requests to the model")
	return cmp.Or(r.WrapUp, fmt.Sprintf(wrapUpText, left))
}

// askToWrapUp is the answer that the agent shall wrap up: it gets some last turns and is told so.
func (r *run) askToWrapUp() budget.Action {
	action := r.budget.GrantLast(r.lastTurns())
	r.regrant()
	r.wrap = wrapDue
	r.events.note("grant", r.budget.Counts())
	return action
}

// lastTurns is how many turns an agent gets that is asked to wrap up.
func (r *run) lastTurns() budget.Limit {
	turns := budget.Limit(cmp.Or(r.Limits.Grace, lastTurns))
	if limit := r.budget.Counts().Limit; limit != budget.Unlimited {
		turns = min(turns, limit)
	}
	return turns
}

// cannotWrapUp says at the start, and not only at the limit, that an agent will not be told.
func (r *run) cannotWrapUp() {
	if r.Limits.Grace > 0 && r.way() == noWay {
		r.say("--grace has no effect: %s", cannotTell)
	}
}

const cannotTell = "there is no way to tell this agent anything while it works"
