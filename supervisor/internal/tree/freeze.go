package tree

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"syscall"
	"time"
)

// settleTime bounds [Tree.Freeze]. A tree that still moves after it starts processes faster than they can be stopped.
const settleTime = 2 * time.Second

// Freeze stops the whole tree. It returns when two passes over the process table agree and nothing in the tree runs,
// or after 2 seconds; the error then names what still runs, and [Tree.Hold] goes on trying. What somebody else had
// stopped, a debugger included, is left alone. A process of another user cannot be stopped but by a control group, see
// [Tree.Contain]: that is no error, [Tree.Held] shows it. Where the process table cannot be read, the agent and its
// group are stopped all the same.
func (t *Tree) Freeze() error {
	moving, err := t.settle(time.Now().Add(settleTime))
	if err != nil {
		t.Strike()
		return fmt.Errorf("stop the agent's processes: %w", err)
	}
	if len(moving) > 0 {
		return fmt.Errorf("stop the agent's processes: still running after %v: %s", settleTime, join(moving))
	}
	return nil
}

// Hold is one more pass over a frozen tree. It stops what was started while the tree was being frozen, and what
// somebody else has continued since (marked Woken), and returns those processes: normally none. Call it every 20 ms
// for half a second, because a chain of processes that start the next and end can slip through a Freeze; after that
// once a second.
func (t *Tree) Hold() ([]Process, error) {
	caught, _, err := t.pass()
	if err != nil {
		return nil, fmt.Errorf("hold the agent's processes: %w", err)
	}
	return caught, nil
}

// Continue lets go on what this tree has stopped, and nothing else. Children come first and the agent last: a shell
// that woke before its children would see them stopped and take that for the user's Ctrl-Z.
//
// A control group is thawed last, when all of that is done: then nobody has seen anybody stop.
func (t *Tree) Continue() error {
	var failed []error
	for _, h := range slices.Backward(t.holdings()) {
		if h.refused {
			continue
		}
		if err := send(h.id, syscall.SIGCONT); refused(err) {
			failed = append(failed, fmt.Errorf("continue %v: %w", h.describe(), err))
		}
	}
	if t.struck && t.passes == 0 { // no pass came to find out whom the strike stopped
		if err := t.strike(syscall.SIGCONT); refused(err) {
			failed = append(failed, fmt.Errorf("continue the agent: %w", err))
		}
	}
	if t.group != nil {
		if err := t.group.Thaw(); err != nil {
			failed = append(failed, fmt.Errorf("thaw the agent's group: %w", err))
		}
	}
	clear(t.held)
	t.struck, t.passes = false, 0
	return errors.Join(failed...)
}

// settle makes passes until two agree, and returns what still moves at the deadline.
func (t *Tree) settle(deadline time.Time) ([]Process, error) {
	t.awaitFrozen()
	for before := -1; ; before = len(t.members) {
		_, moving, err := t.pass()
		if err != nil || time.Now().After(deadline) {
			return moving, err
		}
		if len(moving) == 0 && len(t.members) == before {
			return nil, nil
		}
	}
}

// pass goes over the process table once and stops what runs. It returns what it caught, that is stopped for the first
// time or again after somebody else had woken it, and what may have been moving while it looked.
func (t *Tree) pass() (caught, moving []Process, err error) {
	t.contain()
	if t.all, err = scan(t.all[:0]); err != nil {
		return nil, nil, err
	}
	slices.SortFunc(t.all, byPID)
	t.members = kin(t.members[:0], t.all, t.self, t.root, func(p id) bool { return t.held[p] != nil })
	t.members = slices.DeleteFunc(t.members, func(m member) bool { return m.pid == t.guard })
	t.passes++
	for _, m := range t.members {
		isCaught, isMoving := t.visit(m)
		if isCaught {
			caught = append(caught, t.held[m.id].describe())
		}
		if isMoving {
			moving = append(moving, t.held[m.id].describe())
		}
	}
	maps.DeleteFunc(t.held, func(_ id, h *holding) bool { return h.pass != t.passes })
	return caught, moving, nil
}

// visit stops m if it runs.
func (t *Tree) visit(m member) (caught, moving bool) {
	awake := awakeThreads(m.process)
	still := m.state == stopped || m.state == traced && len(awake) == 0
	h := t.held[m.id]
	fresh := h == nil
	if fresh {
		if still && !t.hit(m) {
			return false, false // somebody else has stopped it
		}
		h = new(holding)
		t.held[m.id] = h
	}
	h.member, h.pass, h.contained = m, t.passes, t.contains(m.pid)
	if still || h.contained && !fresh {
		h.settled = true
		return false, false
	}
	woken := h.settled && m.state == running
	if woken {
		h.settled, h.woken = false, true
	}
	err := send(m.id, syscall.SIGSTOP)
	h.refused = refused(err)
	if err == nil {
		stopThreads(m.pid, awake)
	}
	return fresh || woken, !h.refused && (fresh || m.state == running || len(awake) > 0)
}

// hit says whether it was our strike that stopped m, which no pass has signalled.
func (t *Tree) hit(m member) bool {
	if !t.struck || m.id != t.root && m.group != -t.target {
		return false
	}
	// What stood still already has the strike's SIGSTOP in its queue. So has what a debugger holds; there Continue
	// only takes it out again, a SIGCONT wakes no traced process.
	return m.state == traced || !stopQueued(m.pid)
}

func join(processes []Process) string {
	var names []string
	for _, p := range processes {
		names = append(names, p.String())
	}
	return strings.Join(names, ", ")
}
