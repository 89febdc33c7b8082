package prompt

import (
	"cmp"
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
	codeOther       = -3 // all that have no code here; a character beyond ASCII is one for each of its bytes
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
	anyModifier = shift | alt | ctrl | super | hyper | meta // the others are locks
)

// maxSequence bounds what is kept of an escape sequence from the keyboard. Sequences that are keys are short.
const maxSequence = 32

// reports are the last bytes of control sequences that no key sends: those of the focus, the mouse, the cursor, the
// status, the window, the terminal's parameters and its modes.
const reports = "IOMRntxy"

// decoder finds the keys in what a terminal sends. All else that terminals send by themselves, reports of the mouse,
// the focus, the cursor or colours, is dropped. The zero decoder is ready.
type decoder struct {
	state   esc.State
	seq     []byte
	single  bool // a single shift, ESC O: the next byte is the key
	ignore  int  // so many bytes are the rest of a report
	reply   bool // the ESC at hand may end a reply
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
		d.seq, d.reply = d.seq[:0], was == esc.OSC || was == esc.String
		return s, false
	case was == esc.Ground:
		return d.plain(b, 0), true
	case b == interrupt:
		d.state = esc.Ground // a reply that never ends must not swallow it
		return d.plain(b, 0), true
	case was == esc.Escape && (b < '0' || b > '~'): // which no sequence of a terminal goes on with
		d.state = esc.Ground
		return d.plain(b, alt), true
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
func (d *decoder) plain(b byte, modifiers int) stroke {
	s := stroke{code: int(b), modifiers: modifiers, pasted: d.pasting}
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
	case b > codeDelete:
		s.code = codeOther
	}
	return s
}

// sequence is the key of an escape sequence, given without its ESC. The start of a paste is one too: something comes, if
// only a picture that no terminal can send.
func (d *decoder) sequence(seq string) (s stroke, ok bool) {
	switch {
	case seq == "[200~":
		d.pasting = true
		return stroke{code: codeOther, pasted: true}, true
	case seq == "[201~":
		d.pasting = false
	case d.pasting:
	case seq == "O":
		d.single = true
	case seq == "[M": // the mouse in X10 encoding: button, column, row
		d.ignore = 3
	case seq == "[[": // a function key of the Linux console
		d.ignore = 1
		return stroke{code: codeOther}, true
	case seq == `\` && d.reply:
	case len(seq) == 1: // with Alt, or typed after an Esc
		return d.plain(seq[0], alt), true
	case seq[0] == '[':
		return control(seq[1:len(seq)-1], seq[len(seq)-1])
	}
	return s, false
}

// final is the key that the last byte of its sequence tells.
func final(b byte) stroke {
	switch b {
	case 'A':
		return stroke{code: codeUp}
	case 'B':
		return stroke{code: codeDown}
	case 'M': // of an application keypad
		return stroke{code: codeEnter}
	}
	return stroke{code: codeOther}
}

// control is the key of a control sequence: an arrow, or any key as the kitty protocol and xterm's modifyOtherKeys
// report it: "code:shifted:base;modifiers:event u" and "27;modifiers;code~". The modifiers are the bit set plus one.
// Parameters with a prefix are those of a report.
func control(params string, last byte) (s stroke, ok bool) {
	if strings.IndexByte(reports, last) >= 0 || strings.IndexAny(params, "<=>?") == 0 {
		return s, false
	}
	p := strings.Split(params, ";")
	modifiers, event := "", ""
	if len(p) > 1 {
		modifiers, event, _ = strings.Cut(p[1], ":")
	}
	s = final(last)
	switch {
	case last == 'u':
		codes := append(strings.Split(p[0], ":"), "", "")
		s.code, s.shifted, s.base = number(codes[0]), number(codes[1]), number(codes[2])
	case last == '~' && len(p) == 3 && p[0] == "27":
		s.code = number(p[2])
	}
	s.code = cmp.Or(s.code, codeOther) // a text without a key
	s.modifiers = max(number(modifiers)-1, 0)
	s.repeat, s.release = event == "2", event == "3"
	return s, true
}

// number is the decimal number s, or 0.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}
