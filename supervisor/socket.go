package supervisor

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"

	"github.com/turnguard/turnguard/supervisor/internal/control"
	"github.com/turnguard/turnguard/supervisor/internal/hook"
)

// peer is who is at the other end of a connection to the guard's socket.
type peer struct {
	conn   *control.Conn
	pid    int
	inside bool // it belongs to the agent's tree
	log    func(msg string, args ...any)
}

// send never waits for long: what the guard says is short, and a socket holds it for a peer that is stopped.
func (p *peer) send(v any) {
	if err := p.conn.Send(v); err != nil {
		p.log("a peer is gone", "process", p.pid, "error", err)
	}
}

// openSocket opens the guard's socket. A guard without one guards all the same.
func (r *run) openSocket() {
	socket, err := control.Listen()
	if err != nil {
		r.say("no hook and no `turnguard limit`: %v", err)
		if r.Agent != nil && r.Agent.Hook != nil && !r.NoHook {
			r.source.degraded = "there is no socket for its hook"
		}
		return
	}
	r.socket = socket
	go socket.Serve(r.receive)
}

func (r *run) closeSocket() {
	if r.socket == nil {
		return
	}
	if err := r.socket.Close(); err != nil {
		r.Log.Warn("the socket stays behind", "error", err)
	}
}

// receive hands the loop what comes on one connection.
func (r *run) receive(c *control.Conn) {
	p := &peer{conn: c, pid: c.Peer().PID, inside: c.Inside(os.Getpid()), log: r.Log.Info}
	if p.inside {
		c.Patience(0)
	}
	for {
		line, err := c.Receive()
		if err != nil {
			break
		}
		var m hook.Message
		if err := json.Unmarshal(line, &m); err != nil {
			break
		}
		line = bytes.Clone(line)
		r.post(func() { r.message(p, m, line) })
	}
	r.post(func() { r.hungUp(p) })
}

// message acts on a message. A person may change the limit from another terminal or in the agent's own one.
func (r *run) message(p *peer, m hook.Message, line []byte) {
	switch {
	case m.Type == control.TypeLimit && r.hooks.agent == p:
		v := r.agentsLimit(m.Limit)
		v.ID = m.ID
		p.send(v)
	case m.Type == control.TypeLimit:
		reply := r.changeLimit(m.Limit, p.inside)
		p.send(hook.Verdict{ID: m.ID, Text: reply.Text, Error: reply.Error}) // a hook waits for its number
	case m.Type == control.TypeGrace:
		p.send(r.changeGrace(m.Limit, p.inside))
	case m.Type == control.TypeStatus:
		p.send(control.Reply{Status: r.status()})
	case p.inside:
		r.hookSays(p, m, line)
	default:
		_ = p.conn.Close()
	}
}

// abridged is a command line that fits into a message, however long a prompt it holds.
func abridged(argv []string) []string {
	const words, letters = 50, 200
	var short []string
	for _, word := range argv[:min(len(argv), words)] {
		if len(word) > letters {
			word = strings.ToValidUTF8(word[:letters], "") + "…"
		}
		short = append(short, word)
	}
	return short
}

// status tells how the run stands.
func (r *run) status() *control.Status {
	r.tally()
	o := &r.outcome
	s := &control.Status{
		PID: os.Getpid(), Agent: o.Agent, Command: abridged(r.Argv), Limit: o.Limit, LimitSource: o.LimitSource,
		Used: o.Used, Turns: o.Turns, ToolCalls: o.ToolCalls, ToolCallLimit: o.ToolCallLimit, SubagentTurns: o.SubagentTurns, Grants: o.Grants,
		Source: o.Source, Counting: string(o.Counting), State: control.StateRunning, StartedAt: o.StartedAt,
	}
	s.Dir, _ = os.Getwd()
	switch r.phase {
	case boundary, asking:
		s.State = control.StateAsking
	case ending, over:
		s.State = control.StateEnding
	case running:
	}
	return s
}
