// Package stats tells from the session files that agents have left how many turns a prompt takes, so that a user can
// choose a limit.
//
// Its core is pure: events in, prompts out, and prompts in, numbers out. Only Read looks at files, and it writes none.
package stats

import (
	"slices"
	"time"

	"github.com/turnguard/turnguard/detect"
)

// Session is what one session file holds.
type Session struct {
	// Agent is the name of the agent's table.
	Agent string
	// Project is the directory that the agent worked in; where that is not known, the name of the folder that the agent
	// keeps the project's sessions in; or "".
	Project string
	// Prompts are those that took at least one turn, in the order in which they were given.
	Prompts []Prompt
	// SubTurns counts the turns of sub-agents, which are no prompt's.
	SubTurns int
}

// Prompt is what one message of a person took, up to the next one or the end of the file.
type Prompt struct {
	// Session is the id that the agent's resume command takes. It comes from a file and is not fit for a terminal.
	Session string
	// Time is when the prompt was given, zero where the file does not tell.
	Time time.Time
	// Turns and ToolCalls count what followed, without that of sub-agents.
	Turns, ToolCalls int

	wanted int // the turn that the agent was last known to want
}

// AskedAt tells whether a limit of so many turns would have been reached: they were used, and the agent wanted another.
func (p Prompt) AskedAt(limit int) bool { return p.wanted > limit }

// reader makes a Session of events.
type reader struct {
	session Session
	sub     bool // the file is a sub-agent's
	id, dir string
}

func (r *reader) observe(e detect.Event) {
	switch {
	case e.Kind == detect.Session:
		r.id = e.Text
		if r.dir == "" {
			r.dir = e.Dir
		}
		return
	case r.sub || e.Sub:
		r.session.SubTurns += change(e.Kind)
		return
	case e.Kind == detect.Prompt:
		at, _ := time.Parse(time.RFC3339, e.Time) // zero if it is none
		r.session.Prompts = append(r.session.Prompts, Prompt{Session: r.id, Time: at.UTC()})
		return
	case len(r.session.Prompts) == 0: // it belongs to a prompt of some other file
		return
	}
	p := &r.session.Prompts[len(r.session.Prompts)-1]
	p.Turns += change(e.Kind)
	p.wanted = max(p.wanted, p.Turns)
	switch e.Kind {
	case detect.More:
		p.wanted = max(p.wanted, p.Turns+1)
	case detect.ToolCall:
		p.ToolCalls++
	default:
	}
}

// change is what an event adds to the number of turns.
func change(kind detect.Kind) int {
	switch kind {
	case detect.Turn:
		return 1
	case detect.Void:
		return -1
	default:
		return 0
	}
}

// end returns the session when all events are observed. A prompt without a turn was taken back, or failed, or is the
// history of a fork: it took nothing that a limit could be chosen by.
func (r *reader) end() Session {
	r.session.Prompts = slices.DeleteFunc(r.session.Prompts, func(p Prompt) bool { return p.Turns <= 0 })
	return r.session
}
