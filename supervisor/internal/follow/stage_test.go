package follow

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	patience = 30 * time.Second // bounds every wait; nothing that works needs it
	never    = time.Hour        // a poll that does not come, so that what is seen was told by the system
)

// A stage is a directory of session files, a follower, and what it has handed over.
type stage struct {
	t   *testing.T
	dir string
	*Follower

	mu      sync.Mutex
	text    map[string][]byte // by path, from the last fresh piece on
	fresh   map[string]int    // how often a file began anew
	longest int
	changed chan struct{}
}

// stand returns a stage whose directory is the session directory of a pi. It is up to the test to call Run.
func stand(t *testing.T) *stage {
	t.Helper()
	return standIn(t, t.TempDir())
}

func standIn(t *testing.T, dir string) *stage {
	t.Helper()
	return on(t, dir, Pi(command(t, map[string]string{"PI_CODING_AGENT_SESSION_DIR": dir}, "pi")))
}

func on(t *testing.T, dir string, s Sessions) *stage {
	t.Helper()
	st := &stage{
		t: t, dir: dir, Follower: New(s),
		text: map[string][]byte{}, fresh: map[string]int{}, changed: make(chan struct{}, 1),
	}
	st.poll = never
	return st
}

// unwatched leaves the stage without a watch.
func (s *stage) unwatched() {
	s.watch = func() (*fsnotify.Watcher, error) { return nil, errors.New("too many open files") }
}

// run lets the follower run until the test, or the function that it returns, ends it.
func (s *stage) run() (end func()) {
	ctx, cancel := context.WithCancel(s.t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.Run(ctx, s.take)
	}()
	end = sync.OnceFunc(func() {
		cancel()
		select {
		case <-ended:
		case <-time.After(patience):
			s.t.Error("Run goes on after its context has ended")
		}
	})
	s.t.Cleanup(end)
	return end
}

func (s *stage) take(p Piece) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.Fresh {
		s.text[p.Path] = nil
		s.fresh[p.Path]++
	}
	s.text[p.Path] = append(s.text[p.Path], p.Data...)
	s.longest = max(s.longest, len(p.Data))
	for i := range p.Data {
		p.Data[i] = '#' // nobody relies on what he was handed before
	}
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// expect waits until the text of a file since its last beginning is want, and it has begun fresh times.
func (s *stage) expect(name, want string, fresh int) {
	s.t.Helper()
	deadline := time.After(patience)
	for {
		got, begun := s.seen(name)
		if got == want && begun == fresh {
			return
		}
		select {
		case <-s.changed:
		case <-deadline:
			s.t.Fatalf("%s: got %.200q, begun %d times, want %.200q, %d times", name, got, begun, want, fresh)
		}
	}
}

func (s *stage) seen(name string) (text string, fresh int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.text[s.path(name)]), s.fresh[s.path(name)]
}

// path is where a file of the stage lies, if its name does not say where.
func (s *stage) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.dir, name)
}

// write appends to a file of the stage, and makes it and its directory first.
func (s *stage) write(name, text string) {
	s.t.Helper()
	path := s.path(name)
	s.must(os.MkdirAll(filepath.Dir(path), 0o700))
	out, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	s.must(err)
	_, err = out.WriteString(text)
	s.must(err)
	s.must(out.Close())
}

func (s *stage) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// command is a command of somebody with these variables, in a directory of its own.
func command(t *testing.T, env map[string]string, argv ...string) Command {
	t.Helper()
	return Command{Argv: argv, Dir: t.TempDir(), Getenv: func(name string) string { return env[name] }}
}
