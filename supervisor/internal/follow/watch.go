package follow

import (
	"path/filepath"

	"github.com/fsnotify/fsnotify"
)

// watch reports changes in directories. Where the system has no watch left to give, it reports nothing.
type watch struct {
	watcher *fsnotify.Watcher
	events  <-chan fsnotify.Event
	errors  <-chan error
	dirs    map[string]bool // that are watched
}

func newWatch(create func() (*fsnotify.Watcher, error)) *watch {
	watcher, err := create()
	if err != nil {
		return &watch{}
	}
	return &watch{watcher: watcher, events: watcher.Events, errors: watcher.Errors}
}

func (w *watch) close() {
	if w.watcher != nil {
		w.watcher.Close()
	}
}

// on watches these directories and no others. For one that does not exist it watches the nearest one above it, in which
// something will appear. It reports whether it watches any that it did not before: there, changes have gone unseen.
func (w *watch) on(dirs []string) (changed bool) {
	if w.watcher == nil {
		return false
	}
	now := map[string]bool{}
	for _, dir := range dirs {
		if at := w.nearest(dir); at != "" {
			now[at] = true
			changed = changed || !w.dirs[at]
		}
	}
	for dir := range w.dirs {
		if !now[dir] {
			_ = w.watcher.Remove(dir) // it may be gone already
		}
	}
	w.dirs = now
	return changed
}

// nearest watches dir, or the nearest directory above it that can be watched, and returns which.
func (w *watch) nearest(dir string) string {
	for w.watcher.Add(dir) != nil {
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
	return dir
}
