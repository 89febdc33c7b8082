package supervisor

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/supervisor/budget"
)

// pause freezes the agent for a question that is not a limit's.
func (r *run) pause() {
	if r.phase != running {
		return
	}
	r.paused = true
	r.tree.Strike()
	r.phase = boundary
}

// menuText is the question's text where no limit has been reached.
func (r *run) menuText() (title, text string) {
	c := r.budget.Counts()
	text = fmt.Sprintf("You've used %d of %s. Continue?", c.Used, count(int(c.Granted), "turn", "turns"))
	if c.Granted == budget.Unlimited {
		text = fmt.Sprintf("You've used %s. Continue?", count(c.Used, "turn", "turns"))
	}
	return fmt.Sprintf("Menu (%s)", r.MenuKey), text
}

// declined is the reason of a no.
func (r *run) declined() string {
	switch {
	case r.budget.Asking():
		return reasonDeclined
	case r.repeats != "":
		return reasonLoop
	}
	return reasonMenu
}

// redrawPause is how long an agent may take to notice that its terminal has another size. One that does not before the
// size is back draws nothing.
const redrawPause = 400 * time.Millisecond

// redraw has an agent draw its screen anew where the question, or a shell, took its place. Only a real change of the size makes all
// agents do that: to be told the size that they know already is nothing to them.
func (r *run) redraw() {
	if r.term == nil || r.wires == nil || !r.term.FullScreen() && !r.displaced {
		return
	}
	r.displaced = false
	size, err := r.term.Size()
	if err != nil || size.Row < 2 {
		return
	}
	size.Row--
	r.setSize(size)
	r.after(redrawPause, r.resize)
}

// setSize gives a window size to the agent's terminals.
func (r *run) setSize(size unix.Winsize) {
	terminals := []*os.File{r.wires.ptm}
	if r.Pty == PtyAlways {
		terminals = append(terminals, r.wires.ours[1])
	}
	for _, f := range terminals {
		if f == nil {
			continue
		}
		// Not pty.Setsize: it would make f blocking, and the loop would hang in its next read.
		if fd, err := pollable(f); err == nil {
			_ = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &size)
		}
	}
}
