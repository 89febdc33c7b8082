package supervisor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/prompt"
	"github.com/turnguard/turnguard/supervisor/budget"
	"github.com/turnguard/turnguard/supervisor/internal/cgroup"
	"github.com/turnguard/turnguard/supervisor/internal/control"
	"github.com/turnguard/turnguard/supervisor/internal/guard"
	"github.com/turnguard/turnguard/supervisor/internal/hook"
	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// phase is where a run stands.
type phase uint8

const (
	running  phase = iota
	boundary       // a limit is reached and the agent's root is stopped; the rest of the tree follows
	asking         // all is frozen and the question is open, or about to be
	ending         // the agent was told to stop, or killed
	over           // the agent has ended; its last output goes out
)

// run is one guarded run. Its fields belong to the loop.
type run struct {
	Config
	term    *prompt.Terminal // nil: there is nobody to ask
	outcome Outcome
	events  *eventsFile

	budget     *budget.Budget
	circles    budget.Loop
	detector   *detect.Detector // of the agent's standard output
	source     source
	socket     *control.Socket // nil: there is none
	hooks      hooks
	log        sessionLog
	command    hook.Command  // the agent's command line and environment as it is run
	grant      grant         // what the current grant has done
	seen       budget.Counts // when the title was last made
	shown      string        // what the title says
	heardAt    time.Time     // when the agent's first output came
	prompted   bool          // something was typed
	blind      bool          // nothing was recognised for too long
	notes      []string      // what the user was told
	flash      string        // what the title says for a while instead of the count
	reask      bool          // the open question is out of date
	leaving    bool          // the open question makes way for a shell
	wrap       wrapping      // how far the agent is with being told to wrap up
	synthesize bool          // the person wants an answer from the agent that is stopped
	refusing   bool          // tool calls beyond the cap are refused, and those before it finish
	stopped    unix.Signal   // the agent was stopped by this, and not by us, while it was held
	displaced  bool          // a shell has drawn over the agent's screen
	expected   bool          // the next SIGCONT is the end of a suspension
	paused     bool          // the question is not a limit's: a person wants to be asked, or the agent repeats itself
	repeats    string        // what an agent repeats that is held for it

	wires  *wires
	guard  *guard.Guard  // nil: not started
	group  *cgroup.Group // nil: none is to be had here
	tree   *tree.Tree
	relays []*relay
	input  *input // nil: the agent is not two-way
	keys   *keyboard
	typing prompt.Typing
	lines  int // that went to a two-way agent's standard input, less its prompts

	phase phase
	done  bool
	err   error              // turnguard's own failure
	ask   context.CancelFunc // closes the open question
	asked int                // questions so far; an answer to an older one is void
	froze int                // freezes so far
	told  unix.Signal        // what turnguard was told to stop by
	// dismissal is the signal for an agent that has to stop what it does first.
	dismissal unix.Signal
	defied    bool // told to stop, the agent has begun another turn
	hasty     bool // told so again when all but the output was done: do not wait for its reader

	inbox   chan func()
	wake    *waker
	signals chan os.Signal
	quit    chan struct{} // closed when the loop has ended
	polled  []unix.PollFd
}

const (
	// lastWords is how long an ended agent's output may be silent before it counts as complete, where something that it
	// left behind keeps it open.
	lastWords = 200 * time.Millisecond
	// lastPipe is the most that a pipe holds for a user without privileges, in bytes.
	lastPipe = 1 << 20
)

// newRun makes ready without starting anything: what is wrong with the files shows here.
func newRun(c Config, term *prompt.Terminal) (*run, error) {
	r := &run{
		Config: c, term: term, command: hook.Command{Argv: c.Argv, Env: c.Environment}, budget: budget.New(c.Limits),
		grant: newGrant(time.Now()), circles: budget.Loop{K: c.AskOnLoop},
		inbox: make(chan func(), 64), signals: make(chan os.Signal, 8), quit: make(chan struct{}),
	}
	r.source.passive = "stream"
	r.typing.Menu = c.MenuKey
	r.outcome = Outcome{Version: 1, Kind: Finished, LimitSource: c.LimitSource, StartedAt: r.grant.since}
	var err error
	if err = r.outcome.check(c.ResultFile); err != nil {
		return nil, err
	}
	if r.events, err = openEvents(c.EventsFile); err != nil {
		return nil, err
	}
	r.wake, err = newWaker()
	return r, err
}

// run is the loop.
func (r *run) run() error {
	runtime.LockOSThread() // for the short time slice, see preempt
	defer r.wake.close()
	defer r.closeSocket() // whose handlers end when nobody takes their messages any more
	defer close(r.quit)
	r.watchSignals()
	r.openSocket()
	r.keepLocal()
	r.installHook()
	r.findLog()
	r.check(r.begin())
	for !r.done {
		r.check(r.poll())
		r.drainInbox()
		if r.phase == boundary {
			r.freeze()
		}
	}
	r.finish()
	return r.err
}

// check ends the run where turnguard itself has failed. An agent that cannot be guarded must not go on.
func (r *run) check(err error) {
	if err == nil {
		return
	}
	r.err = errors.Join(r.err, err)
	if r.outcome.Kind != Failed {
		r.outcome.fail(125, reasonInternal)
	}
	r.done = true
}

// poll waits until a stream, the keyboard or the inbox has something, and moves what the streams have.
func (r *run) poll() error {
	r.polled = append(r.polled[:0], unix.PollFd{Fd: int32(r.wake.fd), Events: unix.POLLIN})
	reading := r.relays
	if r.phase == asking {
		reading = nil // nothing may be drawn over the question
	}
	timeout := -1
	if r.phase == over {
		timeout = int(lastWords.Milliseconds())
	}
	open := false
	for _, relay := range reading {
		fd := unix.PollFd{Fd: -1, Events: unix.POLLIN}
		switch {
		case relay.once && (r.phase == over || r.inBackground()): // nobody is there to read it, or it is another job's
		case relay.ready():
			fd.Fd = int32(relay.src)
			open = true
		case !relay.eof:
			timeout, open = -1, true // its writer will wake us
		}
		r.polled = append(r.polled, fd)
	}
	if r.phase == over && !open {
		r.done = true
		return nil
	}
	if r.keys != nil {
		r.polled = append(r.polled, r.keys.pollFd())
	}
	n, err := unix.Poll(r.polled, timeout)
	if err != nil && !errors.Is(err, unix.EINTR) {
		return fmt.Errorf("waiting for the agent: %w", err)
	}
	if n == 0 && err == nil {
		r.done = true // the agent is gone, and all is quiet
	}
	if r.polled[0].Revents != 0 {
		r.wake.rest()
	}
	for i, relay := range reading {
		if r.polled[1+i].Revents != 0 {
			r.read(relay)
		}
	}
	if r.keys != nil && r.polled[len(r.polled)-1].Revents != 0 {
		r.keys.flush()
	}
	return nil
}

// read moves what one stream has. After the agent's end no more is read than it can have left in a pipe: what comes
// later is of those that it left behind, and they are not waited for.
func (r *run) read(relay *relay) {
	relay.fill(func() bool { return r.phase != boundary })
	r.tellDue()
	if r.phase == over {
		relay.late += bufferSize
		relay.eof = relay.eof || relay.late > lastPipe
	}
}

// post hands the loop a function to run. After the loop has ended it does nothing.
func (r *run) post(f func()) {
	select {
	case r.inbox <- f:
		r.wake.wake()
	case <-r.quit:
	}
}

// after posts f after d; never for d = 0.
func (r *run) after(d time.Duration, f func()) {
	if d > 0 {
		time.AfterFunc(d, func() { r.post(f) })
	}
}

func (r *run) drainInbox() {
	for range len(r.inbox) { // and no more: a flood must not keep the agent's output waiting
		f := <-r.inbox
		f()
	}
}
