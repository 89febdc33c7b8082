package prompt

import (
	"cmp"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/prompt/internal/esc"
	"github.com/turnguard/turnguard/prompt/internal/modes"
)

const (
	// breakOff ends whatever sequence a terminal is in the middle of.
	breakOff = "\x18\x1b\\"
	// lastWrites is how long Close waits for a terminal that takes no output.
	lastWrites = time.Second
	// lineColumns is no limit that a person meets: a line of ours that is longer than the terminal is wide wraps.
	lineColumns = 4096
)

// Terminal is the person's terminal while an agent runs. The agent's output is written to it, what is typed comes from
// it, and it shows the window title and the question.
//
// All methods may be called from any goroutine. [Terminal.Write], [Terminal.Print] and [Terminal.Ask] take turns, and
// wait for a terminal that is slow; the others do not.
type Terminal struct {
	tty   *os.File
	saved unix.Termios // as the terminal was
	look  look
	arm   arming
	title *titler // nil if there is none to be shown
	done  chan struct{}
	close func() error

	agent    func([]byte)
	keyboard atomic.Pointer[keyboard] // nil until Raw
	floor    atomic.Pointer[floor]    // nil while no question is open

	setup  sync.Mutex   // guards the two below
	mode   unix.Termios // what the agent has the terminal in
	closed bool

	tui, fullScreen atomic.Bool // what the agent does with the screen
	away            atomic.Bool // another job has the terminal

	out    sync.Mutex // guards all below, and the order of what is written
	filter esc.Filter
	screen modes.State // as the agent's output has left it
	kept   []string    // lines that wait until the agent no longer draws the screen
	tail   string      // the agent's own title
	shown  string      // the last title sequence
	late   bool        // it waits for a sequence of the agent to end
	asking bool        // a question is open, drawn with escape sequences

	heir    func(reset string)
	bequest string // what it was told last
}

// Open opens the terminal that controls the process. With titles, the window title is ours to set until Close. It is
// an error if there is no such terminal. One that belongs to another job just now is left alone until [Terminal.Resume].
func Open(titles bool) (*Terminal, error) {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, fmt.Errorf("find a terminal: %w", err)
	}
	return open(tty, environment(titles), arming{settle: 500 * time.Millisecond, rearm: 300 * time.Millisecond})
}

// open takes over an opened terminal. It closes tty if it fails.
func open(tty *os.File, l look, a arming) (*Terminal, error) {
	t := &Terminal{tty: tty, look: l, arm: a, done: make(chan struct{})}
	t.close = sync.OnceValue(t.restore)
	t.away.Store(t.background())
	err := t.control(func(fd int) error {
		m, err := unix.IoctlGetTermios(fd, getTermios)
		if err == nil {
			t.saved, t.mode = *m, *m
		}
		return err
	})
	if err != nil {
		_ = tty.Close()
		return nil, fmt.Errorf("read the terminal's mode: %w", err)
	}
	t.filter.Keep, t.filter.Fresh, t.filter.Sequence = !l.titles, true, t.screen.Follow
	if l.titles {
		t.title, t.shown = newTitler(), compose("", "")
		if !t.away.Load() {
			t.write(pushTitle)
		}
		go func() {
			defer t.guard()
			t.title.run(t.done, func() {
				t.out.Lock()
				defer t.out.Unlock()
				t.writeTitle()
			})
		}()
	}
	return t, nil
}

// Close gives the terminal back as it was: its mode, its title, no question, and nothing switched on that the agent did
// not switch off. It may be called more than once and at any time, also by one who is about to panic, and returns within
// seconds.
func (t *Terminal) Close() error { return t.close() }

func (t *Terminal) restore() error {
	close(t.done) // an open question ends
	if k := t.keyboard.Load(); k != nil {
		k.src.Cancel()
	}
	// A terminal that takes no output must not keep us. Where there are no deadlines there is nothing to be done.
	_ = t.tty.SetWriteDeadline(time.Now().Add(lastWrites))
	t.out.Lock()
	defer t.out.Unlock()
	background := t.away.Load() || t.background() // then the terminal is another job's, and to touch it would stop us
	if !background {
		t.cleanUp()
	}
	t.away.Store(true)
	t.bequeath()
	t.setup.Lock()
	defer t.setup.Unlock()
	t.closed = true
	var err error
	if !background {
		err = t.setMode(setTermios, t.saved)
	}
	return cmp.Or(err, t.tty.Close())
}

// guard restores the terminal when the goroutine that defers it panics. The panic goes on.
func (t *Terminal) guard() {
	if r := recover(); r != nil {
		_ = t.Close()
		panic(r)
	}
}

// Termios is the mode in which the terminal was when it was opened.
func (t *Terminal) Termios() unix.Termios { return t.saved }
