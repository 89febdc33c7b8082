package supervisor

import (
	"errors"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/supervisor/internal/hook"
)

// hooks is the guard's side of the agent's hook.
type hooks struct {
	detector *detect.Detector
	agent    *peer  // the connection that the agent itself keeps, if it is of that kind
	pid      int    // whose connection that has to be
	gates    []gate // calls that wait for their verdict
	heard    bool
	widget   string // what the agent shows
}

// gate is a call of the agent's hook. The agent waits until it is answered.
type gate struct {
	from    *peer
	id      int
	carries bool // the answer can have words for the agent's next request
	call    bool // a tool waits to run
	sub     bool // it is a sub-agent's
}

// installHook puts the hook into the agent's command line and environment. Without one the agent is followed by what it
// prints.
func (r *run) installHook() {
	if r.NoHook || r.socket == nil {
		return
	}
	command, err := hook.Install(r.Agent, r.command, hook.Place{
		Dir: r.socket.Dir(), Socket: r.socket.Path(), Self: r.Self, Trusted: r.TrustHook,
	})
	switch {
	case errors.Is(err, hook.ErrOff):
		r.source.degraded = err.Error()
		r.say("a stop may come one request late: %v", err)
		return
	case errors.Is(err, hook.ErrNone):
		r.Log.Info("the agent is not held", "reason", err)
		return
	}
	if err == nil {
		r.hooks.detector, err = detect.New(detect.Options{Table: r.Agent.Hook, Results: r.AskOnLoop > 0, Emit: func(e detect.Event) {
			if r.source.fromHook(e) {
				r.observe(e)
			}
		}})
	}
	if err != nil {
		r.Log.Warn("the agent is not held", "error", err)
		return
	}
	r.command = command
	r.source.install(r.Agent.Hook)
}

// hookSays takes a message of the agent's hook. The line is what the agent's hook table reads.
func (r *run) hookSays(p *peer, m hook.Message, line []byte) {
	switch {
	case r.hooks.detector == nil:
		_ = p.conn.Close()
		return
	case m.Type == "hello" && hook.Keeps(r.Agent) && (r.hooks.pid == 0 || r.hooks.pid == p.pid):
		// A new session says hello on a connection of its own, maybe before the old one has said bye.
		r.hooks.agent, r.hooks.pid, r.hooks.widget = p, p.pid, ""
	case r.hooks.pid != 0 && r.hooks.pid != p.pid: // somebody else in the tree plays the agent
		r.Log.Warn("a stranger's hook", "process", p.pid)
		_ = p.conn.Close()
		return
	}
	if m.Type == "bye" && r.hooks.agent == p {
		r.hooks.agent = nil
	}
	if !r.hooks.heard {
		r.hooks.heard = true
		r.source.heard()
	}
	if m.File != "" && m.File != r.log.file && r.log.follower != nil && r.log.table != r.Agent {
		r.log.file = m.File
		r.log.follower.Use(m.File)
	}
	_, _ = r.hooks.detector.Write(append(line, '\n'))
	if m.ID != 0 {
		r.hooks.gates = append(r.hooks.gates, gate{
			from: p, id: m.ID, carries: hook.Carries(r.Agent, m), call: hook.Calls(r.Agent, m), sub: m.Agent != "",
		})
		r.release()
	}
	r.showCounts()
}

// release answers the calls that wait: to go on while the agent runs, to stop once it is told to end. While it is held
// they wait on.
func (r *run) release() {
	if r.phase == boundary || r.phase == asking {
		return
	}
	for _, g := range r.hooks.gates {
		v := r.verdict(g)
		if r.phase != running {
			v = hook.Verdict{ID: g.id, Stop: true, Text: r.stopText()}
		}
		g.from.send(v)
	}
	r.hooks.gates = nil
}

// hungUp follows the end of a connection. An agent's own ends without a farewell when the agent is killed, too; if it
// lives on, it is no longer held.
func (r *run) hungUp(p *peer) {
	if r.hooks.agent != p {
		return
	}
	r.hooks.agent = nil
	r.after(lastWords, func() {
		if r.hooks.agent == nil && r.phase != ending && r.phase != over {
			r.lost("its extension has gone")
		}
	})
}

// lost goes over from the hook to the agent's stream or log, and says so.
func (r *run) lost(why string) {
	for range r.source.lose(why) {
		r.observe(detect.Event{Kind: detect.Turn})
	}
	if r.phase == over {
		return
	}
	r.notify("the agent is no longer held: " + why + "; a stop may come one request late")
	r.tellDue()
}
