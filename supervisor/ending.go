package supervisor

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// killTime is how long killed processes may take to vanish before they are named instead.
const killTime = 5 * time.Second

// stopTime is how long an agent that was told to stop may take to do so before it is told to end.
const stopTime = 500 * time.Millisecond

// watchSignals has the loop told of every signal that matters. Signals that turnguard's parent had ignored stay ignored.
func (r *run) watchSignals() {
	for _, s := range []os.Signal{
		unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT, unix.SIGWINCH,
		unix.SIGPIPE, // caught, so that writing to a closed pipe is an error and not turnguard's end
	} {
		if !signal.Ignored(s) {
			signal.Notify(r.signals, s)
		}
	}
	go func() {
		for {
			select {
			case s := <-r.signals:
				r.post(func() { r.signalled(s.(syscall.Signal)) })
			case <-r.quit:
				return
			}
		}
	}()
}

func (r *run) signalled(s unix.Signal) {
	switch s {
	case unix.SIGWINCH:
		r.resize()
	case unix.SIGPIPE: // the write that failed says more
	default:
		r.stop(s, s)
	}
}

// stop ends the run because turnguard was told to by signal s: the agent gets forward and some time, and at the second
// signal no time at all.
func (r *run) stop(s, forward unix.Signal) {
	if r.phase == over {
		r.hasty, r.done = true, true
		return
	}
	if r.told != 0 || r.phase == ending {
		r.kill()
		return
	}
	r.told = s
	r.outcome.Kind, r.outcome.Reason, r.outcome.Status = Signalled, unix.SignalName(s), 128+int(s)
	r.end(forward)
}

// abort ends the agent at a limit.
func (r *run) abort(reason string) {
	r.outcome.Kind, r.outcome.Reason, r.outcome.Status = Limit, reason, 124
	r.end(r.StopSignal)
}

// end ends the agent: by signal s, and by SIGKILL if that takes too long; s = 0 leaves the signal to us. An agent that is
// held by its hook is told there to stop, and then to end. One that was only frozen at a boundary and is continued to
// take a signal sends its next request before it dies (measured: pi in 54 of 54 trials, Claude Code in 29 of 30), so it
// gets SIGKILL at once.
func (r *run) end(s unix.Signal) {
	r.closeQuestion()
	r.budget.Abort()
	if r.child == nil {
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
	if r.outcome.Kind == Limit && r.outcome.Reason != reasonMenu {
		return "the turn limit is reached"
	}
	return "the run was ended"
}

// kill ends the whole tree at once.
func (r *run) kill() {
	if r.phase == over || r.done {
		return
	}
	left, err := r.tree.Kill(killTime)
	if err != nil {
		r.Log.Warn("not all processes are ended", "error", err)
	}
	for _, p := range left {
		r.warn("could not end process %s", p)
	}
	r.after(killTime, func() { r.done = r.done || r.phase != over }) // it cannot be ended: do not wait for it
}

// ended follows the agent's end. What an agent leaves behind when it ends by itself is its own business; what is left of
// one that was being stopped is ended.
func (r *run) ended(status unix.WaitStatus) {
	r.closeQuestion()
	switch r.phase {
	case running:
		r.outcome.Status = exitStatus(status)
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

// finish writes out what is left, and settles the outcome.
func (r *run) finish() {
	r.closeQuestion()
	if r.child != nil && r.phase != over {
		r.kill() // turnguard has failed, or the agent cannot be ended
	}
	r.phase = over
	r.endLog()
	if r.detector != nil {
		r.detector.Close()
	}
	if r.hooks.detector != nil {
		r.hooks.detector.Close()
	}
	for _, relay := range r.relays {
		relay.close()
	}
	for _, relay := range r.relays {
		for written := relay.once; !written && !r.hasty; { // the agent's input is no longer of interest
			select {
			case <-relay.ended:
				written = true
			case f := <-r.inbox:
				f()
			}
		}
	}
	if r.wires != nil {
		r.wires.closeOurs()
	}
	r.tally()
	r.outcome.EndedAt = time.Now()
}

// tally puts into the outcome what is known by now.
func (r *run) tally() {
	c := r.budget.Counts()
	o := &r.outcome
	o.Turns, o.ToolCalls, o.SubagentTurns = c.Turns, c.ToolCalls, c.SubTurns
	o.Used, o.Grants = c.Used, c.Grants
	if c.Limit >= 0 {
		limit := int(c.Limit)
		o.Limit = &limit
	}
	if t := r.Agent; t != nil {
		o.Agent = t.Name
	}
	if r.detector != nil && r.detector.Table() != nil {
		t := r.detector.Table()
		o.Agent = t.Name
		if o.SessionID != "" && len(t.Resume) > 0 {
			o.ResumeCommand = append(append([]string(nil), t.Resume...), o.SessionID)
		}
	}
	o.Source, o.Counting = r.source.String(), r.counting()
}

// counting tells how far the count can be trusted.
func (r *run) counting() Counting {
	switch {
	case !r.understood():
		return CountingBlind
	case r.source.late() != "":
		return CountingDegraded
	}
	return CountingOK
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
