package modes

import (
	"fmt"
	"slices"
	"strings"
)

// Clear makes a screen empty: no colours, nothing on it, the cursor in its first corner.
const Clear = "\x1b[m\x1b[2J\x1b[H"

// Leave takes the terminal out of its modes and onto an empty alternate screen, where keys are those of old. The main
// screen stays as it is.
func (s *State) Leave() string {
	var b strings.Builder
	s.screen().leave(&b)
	s.plain(&b)
	if s.alternate == 0 {
		b.WriteString(private(saveAndSwitch, true))
		s.keys[1].leave(&b)
	}
	b.WriteString(Clear)
	return b.String()
}

// Restore is the way back from Leave: the same screen, on which the cursor is where it was, and the same modes. An
// alternate screen that was there before is left empty.
func (s *State) Restore() string {
	var b strings.Builder
	if s.alternate == 0 {
		s.keys[1].restore(&b)
		b.WriteString(private(saveAndSwitch, false))
	} else {
		b.WriteString(Clear)
	}
	s.set(&b)
	return b.String()
}

// Return is the way back from Reset: the same screen, empty if it is the alternate one, and the same modes.
func (s *State) Return() string {
	var b strings.Builder
	if s.alternate != 0 {
		b.WriteString(private(s.alternate, true) + Clear)
	}
	s.set(&b)
	return b.String()
}

// set sets all modes of the screen that is shown.
func (s *State) set(b *strings.Builder) {
	if s.top != 0 || s.bottom != 0 {
		b.WriteString(region(s.top, s.bottom))
	}
	if s.style != 0 {
		fmt.Fprintf(b, "\x1b[%d q", s.style)
	}
	if s.keypad {
		b.WriteString("\x1b=")
	}
	if s.otherKeys != 0 {
		fmt.Fprintf(b, "\x1b[>4;%dm", s.otherKeys)
	}
	for _, m := range s.changed {
		b.WriteString(private(m, !initially(m)))
	}
	s.screen().restore(b)
}

// Reset puts the terminal into the zero State, for good. The main screen is shown again; if the program drew on that
// one, the cursor goes to the next line, and what is there and below is erased. It is empty if there is nothing to do.
func (s *State) Reset() string {
	var b strings.Builder
	if s.alternate == 0 {
		s.keys[0].drop(&b)
	}
	s.plain(&b)
	if s.keys[1] != (keys{}) { // each screen has its own keys, which can be dropped only there
		if s.alternate == 0 {
			b.WriteString(private(saveAndSwitch, true))
		}
		s.keys[1].drop(&b)
		if s.alternate == 0 {
			b.WriteString(private(saveAndSwitch, false))
		}
	}
	switch {
	case s.alternate != 0:
		b.WriteString("\x1b[m" + private(s.alternate, false))
		s.keys[0].drop(&b)
	case s.TUI():
		b.WriteString("\x1b[m\r\n\x1b[J")
	}
	return b.String()
}

// plain leaves all modes, save for those that each screen has for itself.
func (s *State) plain(b *strings.Builder) {
	for _, m := range slices.Backward(s.changed) {
		b.WriteString(private(m, initially(m)))
	}
	if s.otherKeys != 0 {
		b.WriteString("\x1b[>4m")
	}
	if s.keypad {
		b.WriteString("\x1b>")
	}
	if s.style != 0 {
		b.WriteString("\x1b[0 q")
	}
	if s.top != 0 || s.bottom != 0 {
		b.WriteString(region(0, 0))
	}
}

func private(mode uint16, on bool) string {
	if on {
		return fmt.Sprintf("\x1b[?%dh", mode)
	}
	return fmt.Sprintf("\x1b[?%dl", mode)
}

// region sets the scroll region, which would move the cursor to the first corner if it were not saved.
func region(top, bottom int) string {
	set := "\x1b[r"
	if top != 0 || bottom != 0 {
		set = fmt.Sprintf("\x1b[%d;%dr", max(top, 1), bottom)
		if bottom == 0 {
			set = fmt.Sprintf("\x1b[%dr", top)
		}
	}
	return "\x1b7" + set + "\x1b8"
}
