package supervisor

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/supervisor/internal/follow"
	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// sessionLog is the agent's session as it writes it to files: what there is to count by when the agent prints no events
// and its hook is silent.
type sessionLog struct {
	table     *detect.Table // how its lines are read
	follower  *follow.Follower
	detectors map[string]*detect.Detector // for each file: its lines are its own
	file      string                      // that the hook has named

	understood bool // a line of it made sense
	stop       context.CancelFunc
	done       chan struct{} // closed when no more will come
}

// findLog readies the log of an agent that is about to start.
func (r *run) findLog() {
	if r.Agent == nil || r.prints() && !r.Agent.Uncounted {
		return
	}
	dir, err := os.Getwd()
	if err != nil {
		r.Log.Warn("the session's log is not followed", "error", err)
		return
	}
	command := follow.Command{Argv: r.Argv, Dir: dir, Getenv: r.getenv}
	sessions, known := follow.Of(r.Agent.Name, command, func() []int { return tree.Below(os.Getpid()) })
	r.log.table, r.log.detectors = r.Agent.Log, map[string]*detect.Detector{}
	switch {
	case r.writesFile():
		r.log.table, sessions = r.Agent, follow.File(r.streamFile())
	case !known || r.Agent.Log == nil:
		return
	default:
		r.source.passive, r.source.timely = "log", r.Agent.Log.Timely
	}
	r.log.follower = follow.New(sessions)
}

// writesFile has an interactive agent write its stream to a file of ours, if it can and may be told so.
func (r *run) writesFile() bool {
	argv := r.command.Argv
	table, at := detect.Locate(argv)
	if r.Agent.File == "" || table != r.Agent || at < 0 || !r.Agent.Interactive(r.Argv) || r.NoHook || r.socket == nil ||
		slices.Contains(argv, r.Agent.File) {
		return false
	}
	r.command.Argv = slices.Insert(slices.Clone(argv), at+1, r.Agent.File, r.streamFile())
	return true
}

func (r *run) streamFile() string { return filepath.Join(r.socket.Dir(), "events.jsonl") }

// followLog follows the log from now on.
func (r *run) followLog() {
	if r.log.follower == nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	r.log.stop, r.log.done = cancel, make(chan struct{})
	go func() {
		defer close(r.log.done)
		r.log.follower.Run(ctx, func(p follow.Piece) {
			p.Data = bytes.Clone(p.Data)
			r.post(func() { r.logged(p) })
		})
	}()
}

// logged takes what one of the files has grown by.
func (r *run) logged(p follow.Piece) {
	d := r.log.detectors[p.Path]
	if d == nil || p.Fresh {
		var err error
		if d, err = detect.New(detect.Options{Table: r.log.table, Results: r.AskOnLoop > 0, Emit: r.observePassive}); err != nil {
			r.Log.Warn("the session's log is not read", "error", err)
			return
		}
		r.log.detectors[p.Path] = d
	}
	_, _ = d.Write(p.Data)
	r.log.understood = r.log.understood || d.Understood() > 0
	r.showCounts()
}

// endLog reads what the agent has left in its log.
func (r *run) endLog() {
	if r.log.stop == nil {
		return
	}
	r.log.stop()
	for open := true; open; {
		select {
		case <-r.log.done:
			open = false
		case f := <-r.inbox:
			f()
		}
	}
	r.drainInbox()
	for _, d := range r.log.detectors {
		d.Close()
	}
}

func (r *run) getenv(name string) string {
	for _, entry := range r.Environment {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value
		}
	}
	return ""
}
