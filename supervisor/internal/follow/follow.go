// Package follow reads the files that an agent writes of its session, as they grow.
//
// It is how a guard counts where neither the agent's output nor a hook tells it anything. It finds the files of the
// running session, also when the agent goes on with another one, and hands over their new bytes; what those mean is
// decided in detect. Nothing that stood in a file before the agent was started is handed over, and nothing is ever
// written.
package follow

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Piece is what a file has grown by.
type Piece struct {
	// Path is the file. A sub-agent's is another than its agent's, and each file has lines of its own.
	Path string
	// Fresh says that Data continues nothing that came before: it is the first of a file, or of one that was truncated
	// or replaced. What is kept of an unfinished line is void.
	Fresh bool
	// Data may begin and end anywhere in a line. It is overwritten after the call.
	Data []byte
}

// Follower follows the files of one agent's session. Make it with New.
type Follower struct {
	sessions Sessions
	old      map[string]int64 // the sizes of the files that there were at the start
	files    map[string]*file // those that were ever found
	only     []string         // what is followed of them since somebody has named the file; nil: all
	poll     time.Duration
	watch    func() (*fsnotify.Watcher, error)

	mu   sync.Mutex
	told string // by Use
	news chan struct{}
}

// New notes how long the files are that there are now: what they hold does not count. Call it before the agent is
// started.
func New(s Sessions) *Follower {
	f := &Follower{
		sessions: s,
		old:      map[string]int64{},
		files:    map[string]*file{},
		poll:     time.Second, // for file systems that report no changes
		watch:    fsnotify.NewWatcher,
		news:     make(chan struct{}, 1),
	}
	for _, path := range s.all() {
		f.note(path)
	}
	return f
}

// note remembers the size of a file that is not known yet.
func (f *Follower) note(path string) {
	if _, known := f.old[path]; known {
		return
	}
	if info, err := os.Lstat(path); err == nil {
		f.old[path] = info.Size()
	}
}

// Use ends the search: path is the file of the session, says somebody who knows, and from now on it is followed alone
// (with those of its sub-agents). If it is not known yet, what it holds at this moment does not count. It may be called
// at any time, and again when the agent goes on with another session.
func (f *Follower) Use(path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.told = filepath.Clean(path)
	f.note(f.told)
	select {
	case f.news <- struct{}{}:
	default:
	}
}

// Run hands over what the files grow by, in the order in which it finds it, until ctx ends; then it looks a last time.
// It calls grown from its own goroutine and waits for it to return.
func (f *Follower) Run(ctx context.Context, grown func(Piece)) {
	r := newReader(grown)
	w := newWatch(f.watch)
	defer w.close()
	tick := time.NewTicker(f.poll)
	defer tick.Stop()
	for ctx.Err() == nil {
		if !f.look(w, r) {
			f.wait(ctx, w, r, tick.C)
		}
	}
	f.look(w, r)
}

// wait returns when it is time to look for files again, or when ctx ends. What a file that is known has grown by it
// hands over itself, at once.
func (f *Follower) wait(ctx context.Context, w *watch, r *reader, tick <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
			return
		case <-f.news:
			return
		case <-w.errors: //nolint:errcheck // whatever it is, changes may have been missed
			return
		case event := <-w.events:
			found := f.files[event.Name]
			if found == nil || !event.Has(fsnotify.Write) || f.read(found, r) {
				return
			}
		}
	}
}

// look brings the search and the watch up to date and reads what there is, a bounded amount of each file. It reports
// whether there may be more.
func (f *Follower) look(w *watch, r *reader) (more bool) {
	paths, dirs := f.find()
	for _, path := range paths {
		if f.files[path] == nil {
			f.files[path] = &file{path: path, offset: f.size(path), fresh: true}
		}
	}
	more = w.on(dirs)
	for _, found := range f.files {
		more = f.read(found, r) || more
	}
	return more
}

func (f *Follower) read(found *file, r *reader) (more bool) {
	return (f.only == nil || slices.Contains(f.only, found.path)) && r.read(found)
}

func (f *Follower) find() (paths, dirs []string) {
	f.mu.Lock()
	told := f.told
	f.mu.Unlock()
	if told == "" {
		return f.sessions.running()
	}
	paths, dirs = f.sessions.parts(told)
	f.only = paths
	return paths, dirs
}

func (f *Follower) size(path string) int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.old[path]
}
