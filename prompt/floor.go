package prompt

import (
	"context"
	"errors"
	"os"
)

// errResized tells a question that its window has another size now.
var errResized = errors.New("the window has another size")

// floor is who gets what is typed instead of the agent.
type floor struct {
	typed chan []byte
	over  chan struct{} // closed when what is typed is wanted no more
}

// takeFloor has what is typed come to the question, from next, until release. next fails with errResized after each
// signal.
func (t *Terminal) takeFloor(ctx context.Context, resized <-chan os.Signal) (
	next func() ([]byte, error), release func(), err error,
) {
	k, stop := t.keyboard.Load(), func() {}
	if k == nil {
		if k, err = t.listen(); err != nil {
			return nil, nil, err
		}
		stop = k.stop
	}
	f := &floor{typed: make(chan []byte), over: make(chan struct{})}
	t.floor.Store(f)
	release = func() {
		close(f.over)
		stop()
		t.floor.Store(nil)
	}
	next = func() ([]byte, error) {
		select {
		case p := <-f.typed:
			return p, nil
		case <-resized:
			return nil, errResized
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-t.done:
			return nil, os.ErrClosed
		case <-k.gone:
			return nil, k.err
		}
	}
	return next, release, nil
}
