// Package tree stops, continues and kills everything that an agent has started.
//
// A signal to the agent's process group is not enough: agents give their tools groups and sessions of their own, and
// daemons leave their parents. So the tree is found by walking the kernel's process table from parent to child, again
// and again until nothing new turns up. On Linux [Adopt] keeps daemons in reach; a program can still leave the tree
// by asking somebody outside it (an existing tmux server, cron, ssh) to start another.
//
// This package never waits for a process: a program that adopts orphans needs exactly one reaper, and it is not here.
package tree

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"syscall"

	"github.com/turnguard/turnguard/supervisor/internal/cgroup"
)

// Process is one process of the tree, for telling a person about it.
type Process struct {
	PID int
	// Name is the command name that the process gave itself, cut to 15 or 16 bytes. It may hold any byte but NUL:
	// clean it before it goes to a terminal.
	Name string
	// Refused says that the kernel refused the signal, as it does for a process of another user that is in no group of
	// ours: it runs on.
	Refused bool
	// Woken says that somebody else continued the process while it was held. It has been stopped again.
	Woken bool
}

// String returns the name, quoted, and the process id.
func (p Process) String() string { return fmt.Sprintf("%q (pid %d)", p.Name, p.PID) }

// Tree is all that descends from this process: the agent, what it has started, and the orphans that came to us.
// It is not safe for concurrent use.
type Tree struct {
	self   int
	guard  int // a process between us and the agent that is not part of the tree; 0 for none
	root   id
	agent  *os.Process // holds on to the process itself where the kernel can, so that no reused number is ever struck
	target int         // whom a strike signals, as kill(2) takes it: the agent's group, or the agent alone
	struck bool        // a strike has stopped the target since the last Continue
	passes int         // over the process table since the last Continue

	group     *cgroup.Group // nil for none
	contained []int         // who was in it, and it frozen, when the last pass began; in order

	all     []process // the process table as last read, by pid
	members []member  // what of it is ours and alive, parents first
	held    map[id]*holding
}

// holding is a process that this tree has stopped, or has tried to stop.
type holding struct {
	member
	pass           int  // the last one that saw it
	settled        bool // it has been seen to stand still
	contained      bool // it is frozen with the group
	refused, woken bool
}

// New returns the tree of processes below this one. The agent is root, which has not been reaped yet; it should lead a
// process group, for then [Tree.Strike] reaches that whole group. A guard is a child of this process that has started
// the agent and is left alone; 0 for none.
func New(root, guard int) *Tree {
	t := &Tree{self: os.Getpid(), guard: guard, target: root, held: make(map[id]*holding)}
	t.agent, _ = os.FindProcess(root) // never an error on unix: a process that has ended says so when it is signalled
	if p, err := look(root); err == nil {
		t.root = p.id
	}
	if group, err := syscall.Getpgid(root); err == nil && group == root && group != syscall.Getpgrp() {
		t.target = -group
	}
	return t
}

// Strike stops the agent and its process group at once: two system calls, nothing allocated, nothing looked up. It is
// for the very moment of a limit. [Tree.Freeze] must follow: it stops the rest, and finds out whom the strike stopped.
func (t *Tree) Strike() {
	// Once only: a second SIGSTOP would stay in the queue of what the first has stopped, and hit reads that queue.
	if !t.struck {
		t.struck = t.strike(syscall.SIGSTOP) == nil
	}
}

// Signal sends sig to the agent and its process group, once to each process: some agents take a second SIGINT for an
// order to quit at once. It is an error if the agent has ended.
func (t *Tree) Signal(sig syscall.Signal) error { return t.strike(sig) }

func (t *Tree) strike(sig syscall.Signal) error {
	if t.root.pid <= 1 {
		return os.ErrProcessDone
	}
	if err := t.agent.Signal(syscall.Signal(0)); err != nil {
		return err // reaped: the number may be somebody else's by now
	}
	return syscall.Kill(t.target, sig)
}

// Held returns the processes that the tree holds, parents first, as the last pass of [Tree.Freeze] or [Tree.Hold]
// saw them. What somebody else had stopped before is not among them. Those marked Refused are not held, they run.
func (t *Tree) Held() []Process {
	var held []Process
	for _, h := range t.holdings() {
		held = append(held, h.describe())
	}
	return held
}

func (t *Tree) holdings() []*holding {
	return slices.SortedFunc(maps.Values(t.held), func(a, b *holding) int { return parentsFirst(a.member, b.member) })
}

func (h *holding) describe() Process {
	p := h.process.describe()
	p.Refused, p.Woken = h.refused && !h.contained, h.woken
	return p
}

func (p process) describe() Process {
	name, _, _ := bytes.Cut(p.comm[:], []byte{0})
	return Process{PID: p.pid, Name: string(name)}
}

// Stopped tells whether process pid is stopped by a signal just now. It may be called from any goroutine.
func Stopped(pid int) bool {
	p, err := look(pid)
	return err == nil && p.state == stopped
}

// Below returns the living descendants of process pid, parents first; none if the process table cannot be read. Unlike
// the methods of a Tree it may be called from any goroutine.
func Below(pid int) []int {
	all, err := scan(nil)
	if err != nil {
		return nil
	}
	slices.SortFunc(all, byPID)
	var pids []int
	for _, m := range kin(nil, all, pid, id{}, func(id) bool { return false }) {
		pids = append(pids, m.pid)
	}
	return pids
}
