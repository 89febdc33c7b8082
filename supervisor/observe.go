package supervisor

import (
	"time"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/supervisor/budget"
)

// observe takes an event. At a limit the agent is stopped before anything else is done.
func (r *run) observe(e detect.Event) {
	if e.Kind == detect.Prompt && r.lines > 0 {
		r.lines--
		r.budget.HumanInput()
	}
	repeat := r.circles.Observe(e)
	switch action := r.budget.Observe(e); {
	case action == budget.Ask && r.phase == running && !r.refuses(e):
		r.tree.Strike()
		r.phase = boundary
	case action == budget.WrapUp:
		r.wrap = wrapDue
		r.tellDue()
	case repeat != budget.Fresh && r.asks():
		r.pause()
	}
	r.events.event(e, r.budget.Counts())
	if repeat != budget.Fresh {
		r.repeated(e, repeat)
	}
	if e.Kind == detect.ToolCall && r.budget.Reasons()&budget.ToolCallsReached != 0 {
		r.grant.beyond = append(r.grant.beyond, e)
	} else {
		r.grant.add(e)
	}
	switch e.Kind {
	case detect.Prompt:
		if r.budget.Counts().Used == 0 { // it was believed
			r.regrant()
		}
	case detect.Session:
		r.outcome.SessionID = e.Text
	case detect.End:
		r.settled()
	default:
	}
}

// observeStream takes an event of the agent's output. Of one that does not show all of them the log tells the rest.
func (r *run) observeStream(e detect.Event) {
	if !r.detector.Table().Uncounted || e.Kind == detect.Session {
		r.observePassive(e)
	}
}

// observePassive takes an event of the agent's stream or of its log.
func (r *run) observePassive(e detect.Event) {
	if e.Kind == detect.Turn && !e.Sub && r.phase == ending && !r.source.hooked && !r.defied {
		r.defied = true // once: there may be thousands more in the pipe
		r.kill()        // told to stop, it goes on asking its model; with a hook this is an old turn, since a new one is refused
	}
	counts, lost := r.source.fromPassive(e)
	if lost != "" {
		r.lost(lost)
	}
	if counts {
		r.observe(e)
	}
}

// heard follows every piece of output.
func (r *run) heard() {
	if r.heardAt.IsZero() {
		r.heardAt = time.Now()
		r.watchBlind()
	}
	if c := r.budget.Counts(); c != r.seen && r.understood() {
		r.seen = c
		r.showCounts()
	}
}

// understood tells whether anything that the agent has told, in whatever way, made sense.
func (r *run) understood() bool {
	return (r.hooks.heard || r.log.understood || r.detector != nil && r.detector.Understood() > 0) && !r.turnless()
}

// turnless tells that the agent calls tools and yet no turn was seen: another version may have another event for it.
func (r *run) turnless() bool {
	c := r.budget.Counts()
	return c.ToolCalls > 0 && c.Turns+c.SubTurns == 0
}

// eventless tells that the agent was started in a mode in which it prints no events.
func (r *run) eventless() bool {
	return r.Agent != nil && len(r.Agent.Streams) > 0 && !r.Agent.Streaming(r.Argv)
}

// prints tells whether the agent's output may hold events. Where it surely does not, what looks like one is text: a tool's
// output on the agent's own screen, or the model's words. A program of another name may add the flag by itself.
func (r *run) prints() bool {
	return !r.eventless() || detect.ForCommand(r.Argv, r.Agents...) != r.Agent
}
