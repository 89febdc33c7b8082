package supervisor

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/supervisor/budget"
	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// begin starts the agent, or asks first where no turn is granted yet. An agent that waits for its first prompt and is
// held there may start.
func (r *run) begin() error {
	if r.source.awaited && r.waitsForPrompts() || r.budget.Start() != budget.Ask {
		return r.start()
	}
	r.say("limit 0: asking before every turn; use \"unlimited\" to be never asked")
	r.openQuestion()
	return nil
}

// start starts the agent and lays its streams.
func (r *run) start() error {
	isTTY := [3]bool{isTerminal(r.Stdin), isTerminal(r.Stdout), isTerminal(r.Stderr)}
	twoWay := r.Agent != nil && r.Agent.ReadsPrompts(r.Argv)
	l := plan(r.Pty, r.term != nil, isTTY, twoWay)
	var err error
	if r.wires, err = l.open([3]*os.File{r.Stdin, r.Stdout, r.Stderr}); err != nil {
		return err
	}
	if r.detector, err = detect.New(detect.Options{
		Table: r.Agent, Own: r.Agents, Terminal: l.std[1] == tty || l.std[1] == rawTTY, Results: r.AskOnLoop > 0,
		Emit: r.observeStream,
	}); err != nil {
		return err
	}
	if err = r.fitTerminal(isTTY[0]); err != nil {
		return err
	}
	if err = tree.Adopt(); err != nil {
		r.Log.Warn("orphans of the agent will not be found", "error", err)
	}
	if err = r.startAgent(l); err != nil {
		r.wires.closeOurs()
		r.wires.closeLent()
		var exit *ExitError
		if errors.As(err, &exit) {
			r.outcome.fail(exit.Status, reasonCannotRun)
		}
		return err
	}
	r.wires.closeLent()
	if err := preempt(); err != nil {
		r.Log.Info("no short time slice", "error", err)
	}
	r.events.start(r.Argv, r.guard.Agent())
	r.tell()
	r.watchBlind()
	r.followLog()
	err = r.connect(l)
	r.cannotWrapUp()
	return err
}

// connect starts the relays, and the keyboard if the agent is to have it.
func (r *run) connect(l layout) error {
	prints := r.prints()
	hear := func(p []byte) {
		if prints {
			_, _ = r.detector.Write(p)
		}
		r.heard()
	}
	if r.wires.ptm != nil {
		tap := hear
		if l.std[1] != tty {
			tap = nil // what it says beside its standard output
		}
		if err := r.relay(r.wires.ptm, r.term, tap); err != nil {
			return err
		}
	}
	for fd, tap := range []func([]byte){1: hear, 2: nil} {
		if from := r.wires.ours[fd]; fd > 0 && from != nil {
			if err := r.relay(from, r.sink(fd), tap); err != nil {
				return err
			}
		}
	}
	if r.wires.ours[0] != nil {
		r.relayInput()
	}
	if l.std[0] == tty {
		return r.connectKeyboard()
	}
	return nil
}

// relay carries what the agent says on from to dst.
func (r *run) relay(from *os.File, dst io.Writer, tap func([]byte)) error {
	src, err := pollable(from)
	if err != nil {
		return fmt.Errorf("reading from the agent: %w", err)
	}
	r.relays = append(r.relays, newRelay(wiring{
		src: src, dst: dst, tap: tap, wake: r.wake.wake,
		failed: func(err error) { r.post(func() { r.writeFailed(err) }) },
	}))
	return nil
}

// sink returns where the agent's stream fd goes: to the terminal through its owner, elsewhere directly.
func (r *run) sink(fd int) io.Writer {
	own := []*os.File{r.Stdin, r.Stdout, r.Stderr}[fd]
	if r.term != nil && isTerminal(own) {
		return r.term
	}
	return own
}
