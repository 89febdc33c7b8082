package stats

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/turnguard/turnguard/detect"
)

const bufferSize = 256 << 10

// Read reads the sessions of all agents whose session files turnguard can read, where the variables that getenv looks up
// say that they are, in a stable order. With dirs, it reads those only whose project is one of these directories or is
// below one. The errors say what could not be read.
func Read(getenv func(string) string, dirs []string) ([]Session, []error) {
	files, errs := find(places, getenv, logOf)
	wanted := within(dirs)
	sessions, failed := make([]Session, len(files)), make([]error, len(files))
	var next atomic.Int64
	var working sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		working.Go(func() {
			buf := make([]byte, bufferSize)
			for i := next.Add(1) - 1; i < int64(len(files)); i = next.Add(1) - 1 {
				sessions[i], failed[i] = files[i].read(wanted, buf)
			}
		})
	}
	working.Wait()
	sessions = slices.DeleteFunc(sessions, func(s Session) bool { return len(s.Prompts) == 0 && s.SubTurns <= 0 })
	return sessions, append(errs, slices.DeleteFunc(failed, func(err error) bool { return err == nil })...)
}

// logOf returns how the session files of an agent are read, nil if that is not known.
func logOf(agent string) *detect.Table {
	table, err := detect.ByName(agent)
	if err != nil {
		return nil
	}
	return table.Log
}

// find lists the files in places that may hold sessions.
func find(places []place, getenv func(string) string, logOf func(agent string) *detect.Table) (files []file, errs []error) {
	for _, p := range places {
		table, root := logOf(p.agent), p.root(getenv)
		if table == nil || root == "" {
			continue
		}
		look := func(pattern string, sub bool) {
			w := walk{
				found: func(path, folder string) {
					files = append(files, file{path: path, table: table, project: p.name(folder), sub: sub})
				},
				failed: func(err error) { errs = append(errs, err) },
			}
			w.below(root, strings.Split(pattern, "/"), "")
		}
		look(p.sessions, false)
		if p.subagents != "" {
			look(p.subagents, true)
		}
	}
	return files, errs
}

// within returns what tells whether a project is one of dirs or is below one. Without dirs, every project is wanted.
func within(dirs []string) func(project string) bool {
	var roots []string
	for _, dir := range dirs {
		if abs, err := filepath.Abs(dir); err == nil {
			roots = append(roots, abs)
		}
		if physical, err := filepath.EvalSymlinks(dir); err == nil { // as the agent may have seen it
			if physical, err = filepath.Abs(physical); err == nil {
				roots = append(roots, physical)
			}
		}
	}
	return func(project string) bool {
		return len(dirs) == 0 || slices.ContainsFunc(roots, func(root string) bool {
			rel, err := filepath.Rel(root, project)
			return err == nil && filepath.IsLocal(rel)
		})
	}
}
