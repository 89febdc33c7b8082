package tree

import (
	"cmp"
	"slices"
)

// id names one process for ever: numbers are reused, a number together with its start time is not.
type id struct {
	pid   int
	start uint64
}

type state uint8

const (
	running state = iota // or ready to, or asleep: it acts when it can
	stopped              // by a signal
	traced               // a debugger has stopped its main thread
	opaque               // its main thread is deep in the kernel, or has ended before the others
	dead                 // a zombie: nothing of it runs, it only waits to be reaped
)

// process is one row of the kernel's process table.
type process struct {
	id
	parent, group int
	state         state
	comm          [16]byte
}

// member is a process of the tree. The agent is generation 0, our other children are 1, their children 2.
type member struct {
	process
	generation int
}

// kin appends to into the living descendants of self in all, a table in order of pid, parents first. A process that
// is known as a member stays one: a table is not read in one instant, and a parent that ends meanwhile breaks the
// chain that leads to us.
func kin(into []member, all []process, self int, root id, known func(id) bool) []member {
	for _, p := range all {
		if p.state == dead || p.pid <= 1 || p.pid == self {
			continue
		}
		generation := descent(all, p, self)
		if generation == 0 {
			if !known(p.id) {
				continue
			}
			generation = 1
		}
		if p.id == root {
			generation = 0
		}
		into = append(into, member{p, generation})
	}
	slices.SortFunc(into, parentsFirst)
	return into
}

// descent counts the steps from p up to its ancestor self: 1 for a child of self, 0 for a stranger.
func descent(all []process, p process, self int) int {
	for steps := 1; steps <= len(all); steps++ { // bounded: a table with a reused number in it may hold a loop
		if p.parent == self {
			return steps
		}
		i, found := slices.BinarySearchFunc(all, p.parent, func(p process, pid int) int { return cmp.Compare(p.pid, pid) })
		if !found {
			break
		}
		p = all[i]
	}
	return 0
}

func byPID(a, b process) int { return cmp.Compare(a.pid, b.pid) }

// parentsFirst is the order for stopping: a parent that stands still starts nothing and does not see its children
// stop. Backwards it is the order for continuing and killing, the agent last.
func parentsFirst(a, b member) int {
	return cmp.Or(cmp.Compare(a.generation, b.generation), byPID(a.process, b.process))
}
