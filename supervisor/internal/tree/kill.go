package tree

import (
	"errors"
	"fmt"
	"slices"
	"syscall"
	"time"
)

// Kill ends the whole tree with SIGKILL. It returns when nothing of it is alive, or else after within, and names what
// is left: processes of another user that are in no group of ours (Refused), and such as the kernel has not let go yet.
//
// Everything is frozen first and then killed leaves first, the agent last. In the other order the kernel wakes a tool
// whose parent has died, and a program that sees its child die may start another.
func (t *Tree) Kill(within time.Duration) ([]Process, error) {
	deadline := time.Now().Add(within)
	_, err := t.settle(time.Now().Add(min(within/2, settleTime))) // what moves even then is killed as it is
	for pause := time.Millisecond; err == nil; pause = min(2*pause, 20*time.Millisecond) {
		left := t.killOnce()
		if !slices.ContainsFunc(left, mortal) || time.Now().After(deadline) {
			return left, nil
		}
		time.Sleep(pause) // the kernel needs a moment to take a process down
		_, _, err = t.pass()
	}
	// Without the process table the agent and its groups are all that can be named.
	t.killGroup()
	return nil, fmt.Errorf("kill the agent's processes: %w", errors.Join(err, t.strike(syscall.SIGKILL)))
}

func mortal(p Process) bool { return !p.Refused }

// killOnce kills the members that the last pass found, and returns them; then what else is in the group.
func (t *Tree) killOnce() []Process {
	var hit []Process
	for _, m := range slices.Backward(t.members) {
		p := m.describe()
		p.Refused = refused(send(m.id, syscall.SIGKILL))
		hit = append(hit, p)
	}
	if t.killGroup() {
		for i, p := range hit {
			hit[i].Refused = p.Refused && !t.contains(p.PID)
		}
	}
	return hit
}
