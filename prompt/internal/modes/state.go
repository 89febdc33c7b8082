// Package modes follows the modes that a program sets on its terminal, so that another one can leave them for a while,
// restore them, or clean up after a program that was killed. It reads and writes nothing itself, and it does not know
// what is on the screen.
package modes

import (
	"bytes"
	"slices"
)

// State is the modes that a terminal is in, as far as the sequences that it was sent tell. The zero State is that of a
// terminal just reset. It never takes more than a fixed amount of memory.
type State struct {
	changed   []uint16 // private modes that differ from those of the zero State, in the order in which they were changed
	alternate uint16   // the mode that switched to the alternate screen, 0 on the main one
	keys      [2]keys  // of the main and of the alternate screen
	otherKeys int      // xterm's modifyOtherKeys
	keypad    bool     // sends application codes
	style     int      // of the cursor
	top       int      // first and last line of the scroll region, 0 for all
	bottom    int
	touched   bool // since the last call of Touched
}

// Private modes, by what they do.
const (
	autowrap      = 7
	cursor        = 25
	synchronised  = 2026
	saveAndSwitch = 1049 // to the alternate screen; the cursor of the main one is saved meanwhile
)

// initially tells whether a private mode is on in the zero State.
func initially(mode uint16) bool { return mode == autowrap || mode == cursor }

// followed tells the private modes that a State keeps account of: those that another program suffers from.
func followed(mode int) bool {
	switch mode {
	case 1, // cursor keys
		autowrap, cursor,
		1005, 1006, 1007, 1015, 1016, // encodings of mouse reports, and the wheel
		synchronised, 2027: // output that is held back, the width of characters
		return true
	}
	return reports(mode)
}

// reports tells the private modes in which a terminal reports more than keys: the mouse, the focus, what is pasted, the
// colour scheme, the size.
func reports(mode int) bool {
	switch mode {
	case 9, 1000, 1001, 1002, 1003, 1004, 2004, 2031, 2048:
		return true
	}
	return false
}

// TUI tells whether the program draws the screen itself. It does if it is on the alternate screen, or has the terminal
// report more than keys: the mouse, the focus, what is a paste, or keys in an encoding other than the old one. Nobody
// can make use of these without reading keys one by one and drawing what they mean. A hidden cursor alone, or
// synchronised output, proves nothing: progress bars have them as well.
func (s *State) TUI() bool {
	return s.alternate != 0 || s.otherKeys != 0 || s.screen().now() != 0 ||
		slices.ContainsFunc(s.changed, func(m uint16) bool { return reports(int(m)) })
}

// Alternate tells whether the alternate screen is shown.
func (s *State) Alternate() bool { return s.alternate != 0 }

// screen is the keys of the screen that is shown.
func (s *State) screen() *keys {
	if s.alternate != 0 {
		return &s.keys[1]
	}
	return &s.keys[0]
}

// Follow takes note of a whole escape sequence, as it was sent. It keeps nothing of seq.
func (s *State) Follow(seq []byte) {
	if len(seq) < 2 {
		return
	}
	switch seq[len(seq)-1] {
	case 'c', '=', '>':
		s.escape(seq)
	case 'h', 'l', 'm', 'n', 'p', 'q', 'r', 'u':
		if seq[len(seq)-1] == 'm' && bytes.IndexByte(seq, '>') < 0 {
			return // a colour, by far the most frequent one
		}
		if c := (control{}); c.parse(seq) {
			s.control(&c)
		}
	}
}

// escape follows a sequence without parameters.
func (s *State) escape(seq []byte) {
	for _, b := range seq[1 : len(seq)-1] {
		if b >= ' ' {
			return
		}
	}
	switch seq[len(seq)-1] {
	case '=':
		s.keypad = true
	case '>':
		s.keypad = false
	case 'c': // a full reset
		*s = State{}
	}
	s.touched = true
}

// Touched tells whether modes may have changed since the last call. It does not count those that programs set and reset
// with every frame: synchronised output, and whether the cursor is shown.
func (s *State) Touched() bool {
	touched := s.touched
	s.touched = false
	return touched
}

func (s *State) control(c *control) {
	switch string(bytes.TrimRight(c.kind[:], "\x00")) {
	case "?h":
		for i := range c.n {
			s.private(c.param(i, 0), true)
		}
	case "?l":
		for i := range c.n {
			s.private(c.param(i, 0), false)
		}
	default:
		s.setting(c)
		s.touched = true
	}
}

// setting follows what is no private mode.
func (s *State) setting(c *control) {
	switch string(bytes.TrimRight(c.kind[:], "\x00")) {
	case ">u":
		s.screen().push(c.param(0, 0))
	case "<u":
		s.screen().pop(max(c.param(0, 1), 1))
	case "=u":
		s.screen().set(c.param(0, 0), c.param(1, 1))
	case ">m":
		if resource := c.param(0, -1); resource == 4 || resource == -1 {
			s.otherKeys = c.param(1, 0)
		}
	case ">n":
		if c.param(0, 2) == 4 {
			s.otherKeys = 0
		}
	case "r":
		s.top, s.bottom = c.param(0, 0), c.param(1, 0)
	case " q":
		s.style = c.param(0, 0)
	case "!p": // a soft reset, of which terminals agree on these only
		s.private(1, false)
		s.private(autowrap, true)
		s.private(cursor, true)
		s.keypad, s.top, s.bottom = false, 0, 0
	}
}

// private follows a private mode that is set or reset.
func (s *State) private(mode int, on bool) {
	switch mode {
	case 47, 1047, saveAndSwitch:
		switch {
		case !on:
			s.alternate = 0
		case s.alternate == 0:
			s.alternate = uint16(mode)
		}
		s.touched = true
		return
	}
	if !followed(mode) {
		return
	}
	s.touched = s.touched || mode != cursor && mode != synchronised
	m := uint16(mode)
	s.changed = slices.DeleteFunc(s.changed, func(c uint16) bool { return c == m })
	if on != initially(m) {
		s.changed = append(s.changed, m)
	}
}
