package prompt

import "strings"

// maxKept is how many lines wait for the agent to leave the screen.
const maxKept = 32

// TUI tells whether the agent draws the screen itself just now, so that lines of ours would spoil it. It never waits.
func (t *Terminal) TUI() bool { return t.tui.Load() }

// FullScreen tells whether the agent does that on the alternate screen. That is empty after a question, and the agent
// has to be made to draw it again; the main screen is as it was. It never waits.
func (t *Terminal) FullScreen() bool { return t.fullScreen.Load() }

// note takes note of what the agent does with the screen now.
func (t *Terminal) note() {
	t.tui.Store(t.screen.TUI())
	t.fullScreen.Store(t.screen.Alternate())
	if t.screen.Touched() {
		t.bequeath()
	}
	t.printKept()
}

// leave takes the terminal away from an agent that draws the screen itself: onto another screen, out of the modes that
// the agent has set. Keys come as usual then, and the mouse is silent.
func (t *Terminal) leave() {
	if !t.filter.Clean() {
		t.write(breakOff)
	}
	t.write(t.screen.Leave())
}

// comeBack gives the terminal back to the agent.
func (t *Terminal) comeBack() { t.write(t.screen.Restore()) }

// cleanUp makes the screen fit for a shell, whatever state the agent has left it in, and brings back the user's title.
func (t *Terminal) cleanUp() {
	reset := t.screen.Reset()
	if t.title == nil && reset == "" {
		return
	}
	var b strings.Builder
	if !t.filter.Clean() {
		b.WriteString(breakOff)
	}
	b.WriteString(reset)
	b.WriteString(strings.Join(t.kept, ""))
	if t.title != nil {
		// A terminal that cannot bring titles back is left with the agent's.
		b.WriteString(compose("", t.tail) + popTitle)
	}
	t.write(b.String())
}
