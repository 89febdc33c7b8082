package prompt

import "golang.org/x/sys/unix"

// visible ends two modes that are set and reset with every frame, too often to be told each time.
const visible = "\x1b[?2026l\x1b[?25h"

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
		if t.asking {
			reset += plainPastes + t.screen.Restore()
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
