// Package cgroup puts a process, and all that it will ever start, into a control group of its own, which the kernel
// freezes and kills as one: no fork escapes, no matter whose the processes are, and a SIGCONT wakes none of them.
//
// It takes what the system offers and seeks no privilege: a group is made below the caller's own, in cgroup v2, where
// the caller may write; no controller is enabled. Root may always do so, another user where the system has delegated a
// part of the hierarchy, as systemd does for what runs under a user's own manager. Elsewhere, and on systems without
// control groups, [Make] returns an error and nothing is changed.
package cgroup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

const prefix = "turnguard-"

// Group is a control group. A process started in it stays there with all its descendants, unless one that may write to
// the hierarchy takes it out.
type Group struct {
	dir       *os.File
	freezer   *os.File // kept open, so that a freeze takes one system call and nothing that may be short by then
	survivors *os.File // the parent's list of processes, where Close puts those that outlive the group
}

// Make makes an empty group named turnguard-<pid> below the one that this process is in; a process can have one at a
// time. It also removes the empty groups that turnguards which are no more have left there. An error means that there
// is no group to be had here, which is usual: the caller goes on without.
func Make() (*Group, error) {
	parents, err := home("self")
	if err != nil {
		return nil, fmt.Errorf("make a control group: %w", err)
	}
	var refused []error
	for _, parent := range parents {
		sweep(parent)
		g, err := makeIn(parent, prefix+strconv.Itoa(os.Getpid()))
		if err == nil {
			return g, nil
		}
		refused = append(refused, err)
	}
	return nil, fmt.Errorf("make a control group: %w", errors.Join(refused...))
}

func makeIn(parent, name string) (*Group, error) {
	if _, err := os.Stat(filepath.Join(parent, "cgroup.controllers")); err != nil {
		return nil, err // something else is mounted over the hierarchy
	}
	path := filepath.Join(parent, name)
	if err := os.Mkdir(path, 0o755); err != nil {
		return nil, err
	}
	g, err := makeUsable(path)
	if err != nil {
		_ = syscall.Rmdir(path)
	}
	return g, err
}

func makeUsable(path string) (*Group, error) {
	kind, err := os.ReadFile(filepath.Join(path, "cgroup.type"))
	if err != nil {
		return nil, err
	}
	if kind := strings.TrimSpace(string(kind)); kind != "domain" {
		return nil, fmt.Errorf("%s is of type %q and takes no process", path, kind)
	}
	return Open(path)
}

// Open opens the group that another process has made at path, as its [Group.String] has it. Each process closes its own
// Group; the first to do so removes the directory.
func Open(path string) (*Group, error) {
	g := new(Group)
	var err error
	if g.dir, err = os.Open(path); err == nil {
		g.freezer, err = os.OpenFile(filepath.Join(path, "cgroup.freeze"), os.O_WRONLY, 0)
	}
	if err == nil {
		// Being allowed to write here is also what the kernel asks of who starts a process in the group.
		g.survivors, err = os.OpenFile(filepath.Join(filepath.Dir(path), "cgroup.procs"), os.O_WRONLY, 0)
	}
	if err != nil {
		g.release()
		return nil, err
	}
	return g, nil
}

func (g *Group) release() {
	for _, file := range []*os.File{g.dir, g.freezer, g.survivors} {
		file.Close() // of none as well
	}
}

// Fd returns the descriptor of the group's directory, for CgroupFD of [syscall.SysProcAttr]: with UseCgroupFD the
// process is born in the group. It is valid until [Group.Close]. That start fails where clone3 is filtered, as old
// container runtimes do; start the process without the group then. In a frozen group it waits for the thaw.
func (g *Group) Fd() int { return int(g.dir.Fd()) }

// String returns the path of the group's directory. The names in it that are not ours may hold any byte but NUL and
// newline: clean it before it goes to a terminal.
func (g *Group) String() string { return g.dir.Name() }
