package cgroup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Freeze freezes the group and all groups below it. It does not wait: a process that is in a system call stops when
// that is over, see [Group.Frozen]; none comes back from it. What would be started in the group is born frozen. A
// frozen process does not look stopped (ps shows S), keeps its signals for later, and can be killed.
func (g *Group) Freeze() error { return g.set("1") }

// Thaw lets the group go on, except what is stopped by a signal, or frozen as part of a group above or below.
func (g *Group) Thaw() error { return g.set("0") }

func (g *Group) set(state string) error {
	_, err := g.freezer.WriteString(state)
	return err
}

// Frozen says whether every process of the group, and of the groups below it, stands still. One that waits for a disk
// puts that off for as long as it waits.
func (g *Group) Frozen() (bool, error) { return event(g.String(), "frozen") }

// Kill kills every process of the group, and of the groups below it, with SIGKILL: frozen ones and those of other users
// as well. It does not wait for their end. It is an error before Linux 5.14.
func (g *Group) Kill() error {
	file, err := os.OpenFile(filepath.Join(g.String(), "cgroup.kill"), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.WriteString("1")
	return err
}

// PIDs returns the processes of the group, and of the groups below it, in rising order; zombies are not among them, nor
// is what this process cannot see from its pid namespace.
func (g *Group) PIDs() ([]int, error) {
	var pids []int
	for _, path := range groups(g.String()) {
		more, err := processes(path)
		if gone(err) != nil {
			return nil, err
		}
		pids = append(pids, more...)
	}
	slices.Sort(pids)
	return slices.Compact(pids), nil // one that was moved meanwhile is found twice
}

// processes returns those of one group alone.
func processes(path string) ([]int, error) {
	list, err := os.ReadFile(filepath.Join(path, "cgroup.procs"))
	if errors.Is(err, syscall.EOPNOTSUPP) {
		return nil, nil // a group of threads; their processes are in a group above
	}
	if err != nil {
		return nil, err
	}
	var pids []int
	for line := range strings.Lines(string(list)) {
		if pid, err := strconv.Atoi(strings.TrimSpace(line)); err == nil && pid > 0 { // 0 is in another pid namespace
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

// groups returns path and the groups below it, parents first.
func groups(path string) (paths []string) {
	_ = filepath.WalkDir(path, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			paths = append(paths, path)
		}
		return nil
	})
	return paths
}

// event reads one line, "frozen 1", of the group's cgroup.events.
func event(path, name string) (bool, error) {
	events, err := os.ReadFile(filepath.Join(path, "cgroup.events"))
	if err != nil {
		return false, err
	}
	return slices.Contains(strings.Split(string(events), "\n"), name+" 1"), nil
}
