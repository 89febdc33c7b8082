package prompt

import (
	"sync/atomic"
	"time"
)

const (
	// pushTitle has the terminal remember the titles of its window and icon, popTitle brings them back.
	pushTitle = "\x1b[22;0t"
	popTitle  = "\x1b[23;0t"

	titleColumns  = 64
	titleInterval = 100 * time.Millisecond
)

// compose is the sequence that sets the window title: our head, and the agent's own title as its tail.
func compose(head, tail string) string {
	head, tail = Sanitize(head, titleColumns), Sanitize(tail, titleColumns)
	if head != "" && tail != "" {
		head += " · "
	}
	return "\x1b]0;" + head + tail + "\a"
}

// titler has the title written, at most once in an interval. What changes meanwhile is written at its end, so the last
// title is never lost.
type titler struct {
	head  atomic.Value // string
	again chan struct{}
}

func newTitler() *titler {
	t := &titler{again: make(chan struct{}, 1)}
	t.head.Store("")
	return t
}

// changed asks for a write. It never blocks.
func (t *titler) changed() {
	select {
	case t.again <- struct{}{}:
	default:
	}
}

// run calls write after each change until done is closed.
func (t *titler) run(done <-chan struct{}, write func()) {
	for {
		select {
		case <-t.again:
			write()
		case <-done:
			return
		}
		select {
		case <-time.After(titleInterval):
		case <-done:
			return
		}
	}
}
