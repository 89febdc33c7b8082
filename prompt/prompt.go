// Package prompt is what the person sees of turnguard: the terminal that the agent's output goes to, the window title
// with the count, and the question at a limit.
//
// It decides nothing. When to ask and what an answer means is the supervisor's business, and where there is no
// terminal there is no prompt: [Open] fails and nobody is asked.
package prompt

import (
	"errors"
	"time"
)

// ErrBackground tells that there is a terminal, but that another job has it. To read it or to change its mode would
// stop the process.
var ErrBackground = errors.New("not in the foreground of the terminal")

// ErrSuspended tells that the person has typed Ctrl-Z at the question, to have the shell back for a while.
var ErrSuspended = errors.New("the question was suspended")

// Question is what a person is asked at a limit. All its texts may hold what an agent wrote: they are made fit for a
// terminal when they are shown, one line each, and cut to its width.
type Question struct {
	// Title says in a few words what happened: "Turn limit reached".
	Title string
	// Text is the question: "You've used 25 turns. Continue?"
	Text string
	// Facts are what the person may want to know first, a line each: "tools  18 bash, 4 read".
	Facts []string
	// Yes words the answer that goes on: "yes, 25 more turns". It begins with a y, the key that selects it.
	Yes string
	// WrapUp words the answer that has the agent finish within a few more turns: "wrap up: 3 more turns to finish in". It
	// begins with a w, the key that selects it. Without words it is not offered, for agents that cannot be told.
	WrapUp string
	// Salvage words the answer that stops the agent, and has it answer once more without tools: "salvage: stop, and
	// answer from what it has". It begins with an s. Without words it is not offered.
	Salvage string
	// Limit tells what is wrong with another limit that was typed, or nil. Without it no other limit is offered.
	Limit func(string) error
	// Timeout is how long the person has, 0 for ever. It is only shown: the context of [Terminal.Ask] enforces it.
	Timeout time.Duration
}

// Choice is what to do at a limit.
type Choice uint8

const (
	// Stop ends the agent. It is the zero Choice, so that whatever goes wrong ends it too.
	Stop Choice = iota
	// Continue grants as many turns again.
	Continue
	// ChangeLimit sets another limit, the one in [Answer.Limit].
	ChangeLimit
	// WrapUp grants a few turns more and tells the agent to finish in them. It takes a [Question.WrapUp].
	WrapUp
	// Salvage ends the agent too, but has it answer from what it has found so far. It takes a [Question.Salvage].
	Salvage
)

// Answer is what the person decided. The zero Answer is to stop.
type Answer struct {
	Choice Choice
	// Limit is the other limit of a ChangeLimit as it was typed, without spaces around it, and approved by
	// [Question.Limit].
	Limit string
}
