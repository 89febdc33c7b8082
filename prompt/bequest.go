package prompt

import "golang.org/x/sys/unix"

// visible ends modes that are set and reset with every frame or question, too often to be told each time, or too late.
const visible = "\x1b[?2026l" + plainPastes + "\x1b[?25h"

// Modes tells how the terminal was when it was opened, and in which modes turnguard may have left it if it was killed.
func (t *Terminal) Modes() (saved unix.Termios, ours []unix.Termios) {
	t.setup.Lock()
	defer t.setup.Unlock()
	return t.saved, []unix.Termios{raw(t.saved), lines(t.saved)}
}

// Bequeath has heir told what makes the screen fit for a shell, should turnguard be killed: now, and whenever that
// changes. Nothing is to be done if it is empty. It is called while the terminal is being written to, and must not wait.
func (t *Terminal) Bequeath(heir func(reset string)) {
	t.out.Lock()
	defer t.out.Unlock()
	t.heir = heir
	t.bequeath()
}

// bequeath tells the heir what has changed.
func (t *Terminal) bequeath() {
	if t.heir == nil {
		return
	}
	reset := ""
	if !t.away.Load() {
		switch {
		case t.asking && t.screen.TUI(): // on a screen of its own
			reset += t.screen.Restore()
		case t.asking:
			reset += "\x1b[m\r\x1b[J"
		}
		reset += t.screen.Reset()
		if t.title != nil {
			reset += compose("", "") + popTitle
		}
		if reset != "" {
			reset = breakOff + visible + reset
		}
	}
	if reset != t.bequest {
		t.bequest = reset
		t.heir(reset)
	}
}
