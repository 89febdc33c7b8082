package supervisor

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sys/unix"
)

// typeAhead is how much a person can type, or paste, ahead of an agent that does not read.
const typeAhead = 1 << 20

// keyboard holds what was typed until the agent's terminal takes it. A stopped agent takes some 20 kB and no more, and
// the loop must not wait for it.
type keyboard struct {
	fd    int
	queue []byte
	held  bool // while turnguard types, what is typed waits in later
	later []byte
}

func (k *keyboard) pollFd() unix.PollFd {
	if len(k.queue) == 0 {
		return unix.PollFd{Fd: -1}
	}
	return unix.PollFd{Fd: int32(k.fd), Events: unix.POLLOUT}
}

func (k *keyboard) flush() {
	n, err := unix.Write(k.fd, k.queue)
	switch {
	case err == nil:
		k.queue = slices.Delete(k.queue, 0, n)
	case !errors.Is(err, unix.EAGAIN) && !errors.Is(err, unix.EINTR):
		k.queue = nil // there is no reader any more
	}
}

// connectKeyboard hands the keyboard to the agent.
func (r *run) connectKeyboard() error {
	fd, err := pollable(r.wires.ptm)
	if err != nil {
		return fmt.Errorf("writing to the agent: %w", err)
	}
	r.keys = &keyboard{fd: fd}
	return r.term.Raw(func(p []byte) {
		p = bytes.Clone(p)
		r.post(func() { r.typed(p) })
	})
}

// typed takes what a person typed. Enter means that something was said, and a prompt may follow.
func (r *run) typed(p []byte) {
	typed := r.typing.Take(p)
	if typed.Submitted {
		r.budget.HumanInput()
		r.watchPrompt()
	}
	switch room := typeAhead - len(r.keys.queue) - len(r.keys.later); {
	case len(typed.Agent) > room:
	case r.keys.held:
		r.keys.later = append(r.keys.later, typed.Agent...)
	default:
		r.keys.queue = append(r.keys.queue, typed.Agent...)
	}
	r.tellDue()
	if typed.Menu {
		r.pause()
	}
}

// relayInput carries turnguard's standard input to the agent's where prompts come that way. A program may send several at
// once, so every line is good for one prompt.
func (r *run) relayInput() {
	to := r.wires.ours[0]
	in := &input{whole: true}
	in.relay = newRelay(wiring{
		src: int(r.Stdin.Fd()), once: true, dst: to, wake: r.wake.wake,
		tap: func(p []byte) {
			r.lines += bytes.Count(p, []byte("\n"))
			in.whole = p[len(p)-1] == '\n'
		},
		failed: func(err error) { r.Log.Info("the agent reads no more input", "error", err) },
		atEOF:  func() { _ = to.Close() },
	})
	r.input, r.relays = in, append(r.relays, in.relay)
}

// input is the relay to a two-way agent.
type input struct {
	*relay
	whole bool // what was read ends with a line: one of ours can follow
}

// inBackground tells that standard input is a terminal that another job has just now: to read it would stop turnguard, and
// the agent would run on without its guard.
func (r *run) inBackground() bool {
	return r.term != nil && isTerminal(r.Stdin) && r.term.Background()
}

// fitTerminal makes the agent's terminal like the user's. Where the user's stays cooked, because the agent does not read
// from it, the agent's adds no CR: one of the two is enough.
func (r *run) fitTerminal(keyboard bool) error {
	if r.wires.pts == nil {
		return nil
	}
	termios := r.term.Termios()
	if !keyboard {
		termios.Oflag &^= unix.OPOST
	}
	fd, err := pollable(r.wires.pts)
	if err == nil {
		err = unix.IoctlSetTermios(fd, setTermios, &termios)
	}
	if err != nil {
		return fmt.Errorf("setting up the agent's terminal: %w", err)
	}
	r.resize()
	return nil
}

// resize gives the user's window size to the agent's terminals.
func (r *run) resize() {
	if r.term == nil || r.wires == nil {
		return
	}
	size, err := r.term.Size()
	if err != nil {
		r.Log.Warn("the window's size is unknown", "error", err)
		return
	}
	r.setSize(size)
}
