// Package esc follows the escape sequences in what a program writes to its terminal: enough to know where another
// writer may put in bytes of its own, and to take out the window titles. It does not know what a sequence does.
package esc

import "strings"

// State says what the next byte of a terminal stream belongs to.
type State uint8

const (
	// Ground is the zero State: plain text and control characters.
	Ground State = iota
	// Escape follows an ESC.
	Escape
	// Intermediate follows an ESC and one of ' ' to '/', as in the choice of a character set.
	Intermediate
	// CSI follows ESC [, the start of a control sequence.
	CSI
	// OSC follows ESC ], the start of an operating system command. A BEL ends it.
	OSC
	// String follows ESC P, X, ^ or _: text that is no text, up to the string terminator ESC \.
	String
)

const (
	bell       = 0x07
	cancel     = 0x18
	substitute = 0x1a
	escape     = 0x1b
)

// Next is the state after b, as on the terminals of the VT500 family. The 8-bit forms of the introducers are taken as
// text, since in UTF-8 their bytes are parts of characters.
func (s State) Next(b byte) State {
	switch b {
	case escape:
		return Escape
	case cancel, substitute:
		return Ground
	}
	switch s {
	case Escape:
		return afterEscape(b)
	case Intermediate:
		if b >= '0' && b <= '~' {
			return Ground
		}
	case CSI:
		if b >= '@' && b <= '~' {
			return Ground
		}
	case OSC:
		if b == bell {
			return Ground
		}
	case Ground, String:
	}
	return s
}

func afterEscape(b byte) State {
	switch {
	case b == '[':
		return CSI
	case b == ']':
		return OSC
	case b == 'P', b == 'X', b == '^', b == '_':
		return String
	case b >= ' ' && b <= '/':
		return Intermediate
	case b >= '0' && b <= '~':
		return Ground
	}
	return Escape
}

// Strip is s without its escape sequences, and without the start of one at its end.
func Strip(s string) string {
	var b strings.Builder
	var state State
	for i := range len(s) {
		was := state
		if state = was.Next(s[i]); was == Ground && state == Ground {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
