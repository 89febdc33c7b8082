package supervisor

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/detect"
)

// watchBlind starts the clock after which an agent of whose output nothing was recognised counts as unguarded. It runs
// from the first output; for an agent that is known to print no events in the mode that it was started in, and maybe
// nothing at all until its end, it runs from the start.
func (r *run) watchBlind() {
	silent := r.eventless()
	if silent && r.waitsForPrompts() {
		return // until something is typed there is nothing to count
	}
	if silent == r.heardAt.IsZero() {
		r.after(r.BlindTimeout, r.checkBlind)
	}
}

// waitsForPrompts tells whether the agent waits for a person to type before it does anything.
func (r *run) waitsForPrompts() bool {
	return r.Agent != nil && isTerminal(r.Stdin) && r.Agent.Interactive(r.Argv)
}

// watchPrompt starts that clock for an agent that waits for prompts: what was typed first may be one.
func (r *run) watchPrompt() {
	if !r.prompted && r.waitsForPrompts() {
		r.prompted = true
		r.after(r.BlindTimeout, r.checkBlind)
	}
}

// checkBlind never lets a blind guard pass for a guard: with a terminal it says so, without one it ends the agent.
func (r *run) checkBlind() {
	switch c := r.budget.Counts(); {
	case r.phase != running || r.blind:
		return
	case r.understood():
		if c.Turns+c.SubTurns == 0 { // the first turn may take long; without one the guard may yet prove blind
			r.after(r.BlindTimeout, r.checkBlind)
		}
		return
	}
	r.blind = true
	if r.term != nil {
		r.notify(r.blindText())
		return
	}
	r.err = fmt.Errorf("%s", r.blindText())
	r.outcome.fail(125, reasonNoCount)
	r.end(unix.SIGTERM)
}

// blindText says what was looked for, and what would help.
func (r *run) blindText() string {
	const nothing = "nothing is being counted: "
	if t := r.detector.Table(); t != nil && r.turnless() {
		return nothing + fmt.Sprintf("there are tool calls of %s, but no turns; is this another version? %s", t.Name, tryOut(t))
	}
	if r.Agent == nil {
		return nothing + fmt.Sprintf("no line of the output in %v is an event of an agent that turnguard knows; "+
			"name the agent with --agent, or have it print its events as JSON lines", r.BlindTimeout)
	}
	if r.eventless() {
		return nothing + fmt.Sprintf("there is no event of %s, neither from a hook nor in its session's log; it prints them with %s",
			r.Agent.Name, strings.Join(r.Agent.Streams, " or "))
	}
	return nothing + fmt.Sprintf("no line of the output in %v is an event of %s; is this another version, or another agent? %s",
		r.BlindTimeout.Round(time.Millisecond), r.Agent.Name, tryOut(r.Agent))
}

// tryOut says how to find out what has become of an agent's events.
func tryOut(t *detect.Table) string {
	return fmt.Sprintf("save its output and see turnguard replay --explain --agent %s FILE", t.Name)
}
