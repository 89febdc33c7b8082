package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"

	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// patience bounds a wait for what takes next to no time on a machine that is not overloaded.
const patience = 30 * time.Second

// launch says how turnguard is run.
type launch struct {
	terminal bool // all is on a terminal; else on pipes
	held     bool // turnguard's parent is a holder
	events   bool // turnguard writes what happens into a file
	flags    []string
	agent    []string           // its part and the words behind it
	check    func([]byte) error // of what it prints
}

// run is one turnguard at work.
type run struct {
	cmd     *exec.Cmd   // of turnguard, or of the holder that runs it
	in      *os.File    // what turnguard reads; where that is a terminal, the terminal's other end
	from    *os.File    // where its output comes
	modes   *term.State // of the terminal, before anything has it
	out     output
	dir     string
	program string        // turnguard
	token   string        // in the environment of all its processes
	ended   chan struct{} // closed once cmd has ended
	read    chan struct{} // closed once all output is read
}

// start starts turnguard. The run must be closed.
func (r *rig) start(l launch) (*run, error) {
	r.runs++
	this := &run{
		dir: filepath.Join(r.dir, strconv.Itoa(r.runs)), program: r.turnguard, token: fmt.Sprintf("%s%d;", r.token, r.runs),
		ended: make(chan struct{}), read: make(chan struct{}),
	}
	this.out.check = l.check
	if err := os.Mkdir(this.dir, 0o700); err != nil {
		return nil, fmt.Errorf("making a place for a run's files: %w", err)
	}
	argv := append([]string{r.turnguard, "--agent", "generic", "--result", this.file("result")}, l.flags...)
	if l.events {
		argv = append(argv, "--events", this.file("events"))
	}
	argv = append(append(argv, "--", r.self, agentWord), l.agent...)
	if l.held {
		argv = append([]string{r.self, holderWord}, argv...)
	}
	this.cmd = exec.Command(argv[0], argv[1:]...)
	this.cmd.Dir = this.dir
	this.cmd.Env = append(os.Environ(), this.token, "TERM=xterm-256color", "NO_COLOR=1", "CI=", "TURNGUARD_ON_LIMIT=", "TURNGUARD_CONFIG=none",
		"HOME="+this.dir, "XDG_RUNTIME_DIR="+this.dir)
	this.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: l.terminal}
	connect := this.connectPipes
	if l.terminal {
		connect = this.connectTerminal
	}
	lent, err := connect()
	if err == nil {
		err = this.cmd.Start()
	}
	for _, file := range lent {
		_ = file.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("starting turnguard: %w", err)
	}
	go func() {
		defer close(this.read)
		this.out.read(this.from)
	}()
	go func() {
		defer close(this.ended)
		_ = this.cmd.Wait() // the status is read off cmd
	}()
	return this, nil
}

func (r *run) connectTerminal() (lent []*os.File, err error) {
	ours, theirs, err := pty.Open()
	if err != nil {
		return nil, err
	}
	r.in, r.from = ours, ours
	if r.modes, err = term.GetState(int(ours.Fd())); err != nil {
		return nil, err
	}
	r.cmd.Stdin, r.cmd.Stdout, r.cmd.Stderr = theirs, theirs, theirs
	return []*os.File{theirs}, pty.Setsize(theirs, &pty.Winsize{Rows: 30, Cols: 100})
}

func (r *run) connectPipes() (lent []*os.File, err error) {
	stdin, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	from, stdout, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	r.in, r.from = in, from
	r.cmd.Stdin, r.cmd.Stdout = stdin, stdout // and nothing for standard error: what matters is in the result
	return []*os.File{stdin, stdout}, nil
}

// close kills what is left of the run.
func (r *run) close() {
	end(func() []int { return append(tree.Below(r.cmd.Process.Pid), bearers(r.token)...) })
	<-r.ended
	<-r.read
	_, _ = r.in.Close(), r.from.Close()
	_ = os.RemoveAll(r.dir)
}

func (r *run) file(name string) string { return filepath.Join(r.dir, name) }

func (r *run) pid() int { return r.cmd.Process.Pid }

func (r *run) over() bool {
	select {
	case <-r.ended:
		return true
	default:
		return false
	}
}

// restored tells whether the terminal is as it was.
func (r *run) restored() bool {
	modes, err := term.GetState(int(r.in.Fd()))
	return err == nil && *modes == *r.modes
}

// agents returns the processes of the agent and its tools.
func (r *run) agents() []int { return slices.DeleteFunc(tree.Below(r.pid()), isGuard) }

// send writes to turnguard's standard input: on a terminal, types.
func (r *run) send(keys string) error {
	if _, err := r.in.WriteString(keys); err != nil {
		return fmt.Errorf("typing %q: %w", keys, err)
	}
	return nil
}

// wait waits until something is so, and not longer than the run lasts.
func (r *run) wait(ctx context.Context, within time.Duration, what string, is func() bool) error {
	err := waitFor(ctx, within, what, func() bool { return is() || r.over() })
	if err == nil && !is() {
		err = fmt.Errorf("turnguard has ended (%v) before %s", r.cmd.ProcessState, what)
	}
	if err != nil {
		r.out.mu.Lock()
		defer r.out.mu.Unlock()
		return fmt.Errorf("%w; the last output is %q", err, r.out.last[max(0, len(r.out.last)-300):])
	}
	return nil
}

// waitMark waits until the agent has said n times that it waits.
func (r *run) waitMark(ctx context.Context, within time.Duration, n int) error {
	return r.wait(ctx, within, fmt.Sprintf("mark %d", n), func() bool { return r.out.marked() >= n })
}

// waitEvent waits until turnguard has told n times of an event.
func (r *run) waitEvent(ctx context.Context, event string, n int) error {
	return r.wait(ctx, patience, fmt.Sprintf("%s %d", event, n), func() bool {
		text, err := os.ReadFile(r.file("events"))
		return err == nil && bytes.Count(text, fmt.Appendf(nil, `"event":%q`, event)) >= n
	})
}

// choose selects an answer to the question by its key. A key counts only when the question has been there for a while,
// and one that comes too early makes that longer.
func (r *run) choose(ctx context.Context, key, selected string) error {
	from := r.out.seen()
	shown := func() bool { return r.out.has(selected, from) }
	for range 20 {
		_ = waitFor(ctx, 700*time.Millisecond, "", shown)
		if shown() {
			return nil
		}
		if err := r.send(key); err != nil {
			return err
		}
	}
	return r.wait(ctx, patience, selected, shown)
}

// finish waits for the end of a run that nothing has gone wrong in, and returns how many turns turnguard has counted.
func (r *run) finish(ctx context.Context) (turns int, err error) {
	if err := waitFor(ctx, patience, "turnguard's end", r.over); err != nil {
		return 0, err
	}
	if !r.cmd.ProcessState.Success() {
		return 0, fmt.Errorf("turnguard has ended: %v", r.cmd.ProcessState)
	}
	text, err := os.ReadFile(r.file("result"))
	if err != nil {
		return 0, fmt.Errorf("reading the result: %w", err)
	}
	var result struct{ Turns int }
	if err := json.Unmarshal(text, &result); err != nil {
		return 0, fmt.Errorf("reading the result: %w", err)
	}
	return result.Turns, nil
}
