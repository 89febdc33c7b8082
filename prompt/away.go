package prompt

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// readerEnds is how long Suspend waits for what was typed last to be taken.
const readerEnds = 100 * time.Millisecond

// Suspend gives the terminal back, as it was found, for as long as another job has it. The agent's output still goes to
// it. No question may be open. [Terminal.Resume] ends this.
func (t *Terminal) Suspend() {
	t.hang()
	t.out.Lock()
	defer t.out.Unlock()
	if t.away.Load() {
		return
	}
	if !t.background() {
		t.cleanUp()
		t.kept = nil
		_ = t.setMode(setTermios, t.saved) // a terminal that is gone shows elsewhere
	}
	t.away.Store(true)
	t.bequeath()
}

// Resume takes the terminal again, in the mode and with the title that the agent has, and reports true. If another job
// has it, it stays as it is, and nothing is read from it. Resume may be called at any time while no question is open.
func (t *Terminal) Resume() bool {
	if t.background() {
		t.hang()
		t.away.Store(true)
		return false
	}
	t.out.Lock()
	defer t.out.Unlock()
	away := t.away.Swap(false)
	if away {
		t.reread()
	}
	if t.agent != nil {
		_ = t.handOver(raw(t.saved))
		if t.keyboard.Load() == nil {
			if k, err := t.listen(); err == nil {
				t.keyboard.Store(k)
			}
		}
	}
	if away {
		if t.title != nil {
			t.write(pushTitle + t.shown)
		}
		t.write(t.screen.Return())
		t.bequeath()
	}
	return true
}

// Background tells that the terminal belongs to another job just now: to ask, or to read, would stop the process.
func (t *Terminal) Background() bool { return t.background() }

// AwaitForeground waits until the terminal is ours. In the background it stops the process group, as the kernel stops a
// job that sets up its terminal: a shell shows that, and continues it with fg. It is an error where no shell could.
func (t *Terminal) AwaitForeground() error {
	// The kernel looks whose the terminal is and stops us in one step: a stop of our own could come just after the fg.
	if err := t.control(drain); err != nil {
		return fmt.Errorf("wait for the terminal: %w", err)
	}
	return nil
}

// hang has the keyboard go silent.
func (t *Terminal) hang() {
	k := t.keyboard.Swap(nil)
	if k == nil {
		return
	}
	k.end()
	select {
	case <-k.gone:
	case <-time.After(readerEnds): // whoever takes its keys waits for us
	}
}

// reread reads how the terminal is now that it is ours again. The user may have changed it meanwhile.
func (t *Terminal) reread() {
	t.setup.Lock()
	defer t.setup.Unlock()
	_ = t.control(func(fd int) error {
		m, err := unix.IoctlGetTermios(fd, getTermios)
		if err == nil {
			t.saved, t.mode = *m, *m
		}
		return err
	})
}
