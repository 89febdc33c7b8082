package prompt

import (
	"context"
	"os"
	"os/signal"

	"golang.org/x/sys/unix"
)

// Ask shows a question below what the agent has printed, and waits for the answer. The question goes when it is
// answered, and a line with the answer stays; it goes without a trace when ctx ends. Ctrl-C and Ctrl-D mean Stop.
//
// Where the agent draws the screen itself, the question has an alternate screen for itself and always goes without a
// trace; see [Terminal.FullScreen] for what the agent finds afterwards.
//
// Keys that were typed ahead do not count, and Enter counts only for an answer that was selected first. Whatever the
// error, the answer is to stop: the end of the context, a terminal that has gone; but after [ErrBackground] or
// [ErrSuspended] the question can be asked again later.
func (t *Terminal) Ask(ctx context.Context, q Question) (Answer, error) {
	defer t.guard()
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	if t.away.Load() || t.background() {
		return Answer{}, ErrBackground
	}
	t.out.Lock()
	defer t.out.Unlock()
	mode, ask := raw(t.saved), t.choose
	if t.look.plain {
		mode, ask = lines(t.saved), t.askPlain
	}
	giveBack, err := t.borrow(mode)
	if err != nil {
		return Answer{}, err
	}
	defer giveBack()
	resized := make(chan os.Signal, 1)
	next, release, err := t.takeFloor(ctx, resized)
	if err != nil {
		return Answer{}, err
	}
	defer release()
	if t.title != nil {
		t.writeTitle()
	}
	defer t.goOn()
	t.asking = !t.look.plain
	t.bequeath()
	defer func() {
		t.asking = false
		t.bequeath()
	}()
	if t.screen.TUI() && !t.look.plain {
		signal.Notify(resized, unix.SIGWINCH)
		defer signal.Stop(resized)
		t.leave()
		defer t.comeBack()
		return ask(next, q)
	}
	t.breakIn()
	a, err := ask(next, q)
	if err != nil {
		return Answer{}, err
	}
	t.write(trace(q, a) + "\r\n")
	return a, nil
}
