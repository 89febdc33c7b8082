package cgroup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// closeTime bounds [Group.Close], which takes some milliseconds at most where nothing stands in its way.
const closeTime = time.Second

// Close dissolves the group: what still lives in it goes on in the parent group, as if the group had never been, and
// the directory is removed. A group below that still has processes belongs to somebody else, such as another turnguard:
// it is left alone, Close gives up after a second, and a later [Make] removes what is empty by then. Closing again, or
// closing what another process has closed, does nothing.
func (g *Group) Close() error {
	// What stands still starts nothing while it is moved. It goes on when it arrives.
	if err := g.Freeze(); errors.Is(err, os.ErrClosed) {
		return nil
	}
	defer g.release()
	deadline := time.Now().Add(closeTime)
	evicted := g.evict(deadline)
	_ = g.Thaw() // for the groups below
	pruned := prune(g.String())
	for evicted == nil && errors.Is(pruned, syscall.EBUSY) && time.Now().Before(deadline) {
		time.Sleep(time.Millisecond) // the kernel needs a moment to take a killed process out of its group
		pruned = prune(g.String())
	}
	if pruned != nil {
		return fmt.Errorf("close the control group: %w", errors.Join(evicted, pruned))
	}
	return nil
}

// evict moves the processes of this group, but not those of groups below it, to the parent group.
func (g *Group) evict(deadline time.Time) error {
	for {
		pids, err := processes(g.String())
		if err != nil || len(pids) == 0 {
			return gone(err)
		}
		for _, pid := range pids {
			if _, err := g.survivors.WriteString(strconv.Itoa(pid)); err != nil && !errors.Is(err, syscall.ESRCH) {
				return err
			}
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("processes %v do not leave", pids)
		}
		time.Sleep(time.Millisecond)
	}
}

// prune removes the group at path with all below it, or nothing if there is a process in any of them.
func prune(path string) error {
	populated, err := event(path, "populated")
	if err != nil {
		return gone(err)
	}
	if populated {
		return &os.PathError{Op: "remove", Path: path, Err: syscall.EBUSY}
	}
	for _, path := range slices.Backward(groups(path)) {
		err = gone(os.Remove(path)) // that of the topmost is what counts
	}
	return err
}

// gone lets pass that a group does not exist any more.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENODEV) {
		return nil
	}
	return err
}

// sweep removes what turnguards that were killed have left in parent.
func sweep(parent string) {
	entries, _ := os.ReadDir(parent)
	for _, entry := range entries {
		number, ours := strings.CutPrefix(entry.Name(), prefix)
		pid, err := strconv.Atoi(number)
		if ours && err == nil && pid > 0 && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			_ = prune(filepath.Join(parent, entry.Name())) // one that has processes stays
		}
	}
}
