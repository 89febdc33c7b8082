package supervisor

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/supervisor/budget"
	"github.com/turnguard/turnguard/supervisor/internal/hook"
)

const (
	// killTime is how long killed processes may take to vanish before they are named instead.
	killTime = 5 * time.Second
	// stopTime is how long an agent that was told to stop may take to do so before it is told to end.
	stopTime = 500 * time.Millisecond
)

// abort ends the agent at a limit.
func (r *run) abort(reason string) {
	r.outcome.Kind, r.outcome.Reason, r.outcome.Status = Limit, reason, 124
	r.end(r.StopSignal)
}

// unasked is the reason of an end at a limit about which nobody was asked.
func (r *run) unasked() string {
	switch r.OnLimit {
	case Abort:
		return reasonPolicy
	case Synthesize:
		return reasonSynthesize
	case Ask:
	}
	return reasonNobody
}

// end ends the agent: by signal s, and by SIGKILL if that takes too long; s = 0 leaves the signal to us. An agent that is
// held by its hook is told there to stop, and then to end. One that was only frozen at a boundary and is continued to
// take a signal sends its next request before it dies (measured: pi in 54 of 54 trials, Claude Code in 29 of 30), so it
// gets SIGKILL at once.
func (r *run) end(s unix.Signal) {
	r.closeQuestion()
	r.budget.Abort()
	if r.guard == nil {
		r.done = true
		return
	}
	r.phase = ending
	if s == 0 && r.source.hooked {
		s = unix.SIGTERM
	}
	if s == 0 || s == unix.SIGKILL || r.KillAfter == 0 {
		r.kill()
		return
	}
	r.after(r.KillAfter, r.kill)
	if len(r.hooks.gates) == 0 {
		r.dismiss(s)
		return
	}
	r.release() // the answer is there before the agent can look for it
	if hook.Lingers(r.Agent) {
		r.dismiss(s)
		return
	}
	r.dismissal = s
	if err := r.tree.Continue(); err != nil {
		r.Log.Info("not all processes go on", "error", err)
	}
	r.after(stopTime, r.settled)
}

// settled follows the end of what the agent was doing. If it was told to stop, it can be told to end now.
func (r *run) settled() {
	if s := r.dismissal; s != 0 && r.phase == ending {
		r.dismissal = 0
		r.dismiss(s)
	}
}

// dismiss tells the agent to end.
func (r *run) dismiss(s unix.Signal) {
	if err := errors.Join(r.tree.Signal(s), r.tree.Continue()); err != nil {
		r.Log.Info("not all processes were told", "error", err)
	}
}

// stopText says to the agent, and to its user, why it has to stop.
func (r *run) stopText() string {
	switch {
	case r.outcome.Kind != Limit || r.budget.Reasons() == 0:
		return "the run was ended"
	case r.budget.Reasons()&budget.TurnsReached == 0:
		return toolCallsText
	}
	return "the turn limit is reached"
}

const toolCallsText = "the limit of tool calls is reached"

// kill ends the whole tree at once.
func (r *run) kill() {
	if r.phase == over || r.done {
		return
	}
	r.killTree()
	r.after(killTime, func() { r.done = r.done || r.phase != over }) // it cannot be ended: do not wait for it
}

func (r *run) killTree() {
	left, err := r.tree.Kill(killTime)
	if err != nil {
		r.Log.Warn("not all processes are ended", "error", err)
	}
	for _, p := range left {
		r.warn("could not end process %s", p)
	}
}

// ended follows the agent's end. What an agent leaves behind when it ends by itself is its own business; what is left of
// one that was being stopped is ended.
func (r *run) ended(status unix.WaitStatus) {
	r.closeQuestion()
	switch r.phase {
	case running:
		r.outcome.Status = exitStatus(status)
		switch {
		case r.refusing: // it took the refusal for its end
			r.outcome.Kind, r.outcome.Reason, r.outcome.Status = Limit, r.unasked(), 124
		case r.wrap == wrapTold:
			r.outcome.Kind = WrappedUp
		}
	case boundary, asking:
		r.outcome.Status = exitStatus(status)
		r.say("the agent ended before there was an answer")
		r.kill()
	case ending:
		r.kill()
	case over:
		return
	}
	r.phase = over
	r.events.exit(exitStatus(status))
}

// writeFailed follows a write of the agent's output that failed.
func (r *run) writeFailed(err error) {
	switch {
	case errors.Is(err, unix.EPIPE):
		// Nobody reads any more. Without turnguard the agent would find that out by itself; with it, its output would be
		// read and dropped for as long as it goes on.
		r.stop(unix.SIGPIPE, unix.SIGTERM)
	default:
		r.warn("the agent's output is lost from here on: %v", err)
	}
}
