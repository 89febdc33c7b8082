package control

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// Guard is a guard that runs.
type Guard struct {
	PID  int    // its process id
	Path string // of its socket, for [Dial] and [Ask]
}

// Running returns the guards of this user that run now, in order of process id. What dead ones have left is removed.
func Running() ([]Guard, error) {
	var all []Guard
	for _, home := range homes() {
		if checkPrivate(home, os.Geteuid()) != nil {
			continue // no guard of ours can be there: it would have refused to start
		}
		guards, err := tidy(home)
		if err != nil {
			return nil, fmt.Errorf("looking for guards: %w", err)
		}
		all = append(all, guards...)
	}
	slices.SortFunc(all, func(a, b Guard) int { return cmp.Compare(a.PID, b.PID) })
	return all, nil
}

// tidy returns the guards that live in home, and removes the directories of those that are dead.
func tidy(home string) ([]Guard, error) {
	entries, err := os.ReadDir(home)
	if err != nil {
		return nil, err
	}
	var guards []Guard
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid <= 0 {
			continue
		}
		dir := filepath.Join(home, entry.Name())
		switch {
		case listens(socketIn(dir)):
			guards = append(guards, Guard{PID: pid, Path: socketIn(dir)})
		// Neither would do alone: a guard that is about to listen has no socket yet, and one in another container that
		// shares this directory has no process here.
		case errors.Is(unix.Kill(pid, 0), unix.ESRCH):
			_ = os.RemoveAll(dir) // what is left is tried again by the next one
		}
	}
	return guards, nil
}

// listens tells whether somebody listens at a socket. Any doubt, such as a queue that is full, is a yes.
func listens(path string) bool {
	c, err := Dial(path)
	if err == nil {
		_ = c.Close()
	}
	return !errors.Is(err, unix.ECONNREFUSED) && !errors.Is(err, fs.ErrNotExist)
}

func socketIn(dir string) string { return filepath.Join(dir, "guard") }
