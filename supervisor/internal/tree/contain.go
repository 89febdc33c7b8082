package tree

import (
	"slices"
	"time"

	"github.com/turnguard/turnguard/supervisor/internal/cgroup"
)

// frozenTime bounds the wait for a control group to stand still. What is in a system call by then starts nothing when
// that is over, so a disk that does not answer must not put off the question.
const frozenTime = 100 * time.Millisecond

// Contain tells the tree that the agent was born in group g. From then on the tree is frozen, continued and killed by
// that as well: no fork escapes, processes of other users are held and killed like any other, and a SIGCONT from
// somebody else wakes nothing. All are stopped by signal too, for whoever can continue a process may thaw the group.
func (t *Tree) Contain(g *cgroup.Group) { t.group = g }

// contain freezes the group, if there is one, and finds out who is in it. If it fails, signals have to do.
func (t *Tree) contain() {
	t.contained = t.contained[:0]
	if t.group != nil && t.group.Freeze() == nil {
		t.contained, _ = t.group.PIDs()
	}
}

func (t *Tree) contains(pid int) bool {
	_, found := slices.BinarySearch(t.contained, pid)
	return found
}

// killGroup kills what is in the group. It returns false if there is no group, or this kernel kills none.
func (t *Tree) killGroup() bool { return t.group != nil && t.group.Kill() == nil }

// awaitFrozen gives the system calls that are under way in the group the time to end.
func (t *Tree) awaitFrozen() {
	if t.group == nil || t.group.Freeze() != nil {
		return
	}
	for deadline := time.Now().Add(frozenTime); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if frozen, err := t.group.Frozen(); frozen || err != nil {
			return
		}
	}
}
