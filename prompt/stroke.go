package prompt

import (
	"strconv"
	"strings"

	"github.com/turnguard/turnguard/prompt/internal/esc"
)

// stroke is a key as a terminal reports it, in whatever encoding.
type stroke struct {
	// code is the Unicode code point of the key, that of its control character for Enter, Tab and Backspace, or one of
	// the codes below. shifted and base are, where they are reported, the same key with Shift, and on an English keyboard.
	code, shifted, base int
	modifiers           int
	repeat, release     bool
	pasted              bool // it is part of a paste
}

const (
	codeUp          = -1
	codeDown        = -2
	codeEnter       = '\r'
	codeTab         = '\t'
	codeEscape      = 0x1b
	codeDelete      = 0x7f // which is the Backspace of most keyboards
	codeKeypadEnter = 57414
)

// The modifiers of a stroke, a bit set.
const (
	shift = 1 << iota
	alt
	ctrl
	super
	hyper
	meta
)

// maxSequence bounds what is kept of an escape sequence from the keyboard. Sequences that are keys are short.
const maxSequence = 32

// decoder finds the keys in what a terminal sends. All else that terminals send by themselves, reports of the mouse,
// the focus, the cursor or colours, is dropped. The zero decoder is ready.
type decoder struct {
	state   esc.State
	seq     []byte
	single  bool // a single shift, ESC O: the next byte is the key
	ignore  int  // so many bytes are the rest of a report
	pasting bool
}

// next takes a byte, and returns the key that it completes if it does.
func (d *decoder) next(b byte) (s stroke, ok bool) {
	if b < ' ' {
		d.ignore, d.single = 0, false // neither reports nor single shifts hold control characters
	}
	if d.ignore > 0 {
		d.ignore--
		return s, false
	}
	was := d.state
	d.state = was.Next(b)
	switch {
	case b == codeEscape:
		d.seq = d.seq[:0]
		return s, false
	case was == esc.Ground:
		return d.plain(b, 0)
	case b == interrupt:
		d.state = esc.Ground // a reply that never ends must not swallow it
		return d.plain(b, 0)
	case was == esc.Escape && b < ' ':
		d.state = esc.Ground
		return d.plain(b, alt)
	}
	if len(d.seq) < maxSequence {
		d.seq = append(d.seq, b)
	}
	if d.state != esc.Ground {
		return s, false
	}
	return d.sequence(string(d.seq))
}

// plain is the key of a byte that is no part of a longer sequence.
func (d *decoder) plain(b byte, modifiers int) (s stroke, ok bool) {
	s = stroke{code: int(b), modifiers: modifiers, pasted: d.pasting}
	switch {
	case d.single:
		d.single = false
		return final(b)
	case b == '\n':
		s.code = codeEnter
	case b == codeEnter, b == codeTab:
	case b < ' ':
		s.code, s.modifiers = int(b|'@'), modifiers|ctrl
		if b > 0 && b <= 'z'-'`' {
			s.code = int(b | '`')
		}
	}
	return s, b <= codeDelete
}

// sequence is the key of an escape sequence, given without its ESC.
func (d *decoder) sequence(seq string) (s stroke, ok bool) {
	switch {
	case seq == "[200~":
		d.pasting = true
	case seq == "[201~":
		d.pasting = false
	case d.pasting:
	case seq == "O":
		d.single = true
	case seq == "[M": // the mouse in X10 encoding: button, column, row
		d.ignore = 3
	case seq == "[[": // a function key of the Linux console
		d.ignore = 1
	case len(seq) == 1: // with Alt, or typed after an Esc
		return d.plain(seq[0], alt)
	case seq[0] == '[':
		return control(seq[1:len(seq)-1], seq[len(seq)-1])
	}
	return s, false
}

// final is the key that the last byte of its sequence tells.
func final(b byte) (s stroke, ok bool) {
	switch b {
	case 'A':
		return stroke{code: codeUp}, true
	case 'B':
		return stroke{code: codeDown}, true
	case 'M': // of an application keypad
		return stroke{code: codeEnter}, true
	}
	return s, false
}

// control is the key of a control sequence: an arrow, or any key as the kitty protocol and xterm's modifyOtherKeys
// report it: "code:shifted:base;modifiers:event u" and "27;modifiers;code~". The modifiers are the bit set plus one.
func control(params string, last byte) (s stroke, ok bool) {
	p := strings.Split(params, ";")
	modifiers, event := "", ""
	if len(p) > 1 {
		modifiers, event, _ = strings.Cut(p[1], ":")
	}
	switch {
	case last == 'A', last == 'B':
		s, ok = final(last)
	case last == 'u':
		codes := append(strings.Split(p[0], ":"), "", "")
		s.shifted, s.base = number(codes[1]), number(codes[2])
		s.code, ok = number(codes[0]), codes[0] != ""
	case last == '~' && len(p) == 3 && p[0] == "27":
		s.code, ok = number(p[2]), true
	}
	s.modifiers = max(number(modifiers)-1, 0)
	s.repeat, s.release = event == "2", event == "3"
	return s, ok
}

// number is the decimal number s, or 0.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}
