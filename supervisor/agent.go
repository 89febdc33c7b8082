package supervisor

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/supervisor/internal/cgroup"
	"github.com/turnguard/turnguard/supervisor/internal/guard"
	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// startAgent has a guard start the agent on its ends of the wires.
func (r *run) startAgent(l layout) error {
	a := guard.Agent{
		Self: r.Self, Program: r.Program, Argv: r.command.Argv, Env: r.command.Env, Std: r.wires.agent, Foreground: true,
		Group: r.makeGroup(),
	}
	if l.controlling {
		a.Terminal, a.Master, a.Foreground = r.wires.pts, r.wires.ptm, !r.term.Background()
	}
	if r.term != nil {
		a.User = r.usersTerminal()
		r.term.Bequeath(func(reset string) { a.User.Reset = reset })
	}
	g, err := guard.Start(a,
		func(p guard.Report) { r.post(func() { r.reported(p) }) },
		func(s unix.WaitStatus) { r.post(func() { r.guardLost(s) }) })
	var refused *guard.RefusedError
	if errors.As(err, &refused) {
		return &ExitError{Status: 126, Err: fmt.Errorf("cannot run %q: %w", r.Argv[0], refused.Err)}
	}
	if err != nil {
		_, killErr := tree.New(0, 0).Kill(killTime) // the guard may have left us an agent of which it told nothing
		return errors.Join(err, killErr)
	}
	r.guard = g
	r.tree = tree.New(g.Agent(), g.PID())
	if g.Grouped() {
		r.tree.Contain(r.group)
	}
	if r.term != nil {
		r.term.Bequeath(g.Reset)
	}
	return nil
}

func (r *run) usersTerminal() guard.Terminal {
	saved, ours := r.term.Modes()
	return guard.Terminal{Saved: saved, Ours: ours}
}

// reported follows what the guard says of the agent.
func (r *run) reported(p guard.Report) {
	if p.Status.Stopped() {
		r.suspended(p.Status.StopSignal())
		return
	}
	r.ended(p.Status)
}

// guardLost follows the end of the guard, which should have been there to the last. Without it nobody would stop the
// agent if turnguard were killed too, so the agent ends as well.
func (r *run) guardLost(status unix.WaitStatus) {
	switch r.phase {
	case over:
		return
	case ending: // which goes on without it, but nobody tells the agent's end any more
		r.kill()
		r.done = true
	default:
		r.check(fmt.Errorf("its guard process was ended (status %d)", exitStatus(status)))
	}
}

// makeGroup makes a control group for the agent, where that is allowed.
func (r *run) makeGroup() *cgroup.Group {
	group, err := cgroup.Make()
	if err != nil {
		r.Log.Info("held without a control group", "reason", err)
		return nil
	}
	r.group = group
	return group
}

// leaveGuard lets the guard go, and with it what lives on of an agent that has ended by itself.
func (r *run) leaveGuard() {
	if r.guard != nil {
		r.guard.Leave()
	}
	if r.group != nil {
		if err := r.group.Close(); err != nil {
			r.Log.Info("the control group stays", "error", err)
		}
	}
}

// containment says by what the agent is held.
func (r *run) containment() string {
	switch {
	case r.guard.Grouped():
		return "control group " + r.group.String()
	case tree.Adopts:
		return "the processes below it, orphans included"
	}
	return "the processes below it; one that leaves its parent before a limit gets away"
}

// exitStatus gives a wait status as a shell does: 128+n where signal n ended the process.
func exitStatus(s unix.WaitStatus) int {
	if s.Signaled() {
		return 128 + int(s.Signal())
	}
	return s.ExitStatus()
}
