package prompt

import (
	"strconv"
	"strings"

	"github.com/turnguard/turnguard/prompt/internal/esc"
)

// key is a key as far as a question cares: a printable ASCII character, or one of these.
type key byte

const (
	keyNone      key = 0
	keyInterrupt key = interrupt
	keyDown      key = 0x0e // Ctrl-N
	keyUp        key = 0x10 // Ctrl-P
	keyEnter     key = '\r'
	keyBackspace key = 0x7f
)

// maxSequence bounds what is kept of an escape sequence from the keyboard. Sequences that are keys are short.
const maxSequence = 32

// decoder finds the keys in what a terminal sends. All else that terminals send by themselves, reports of the mouse,
// the focus, the cursor, colours or pasted text, is dropped, and so are releases of keys. The zero decoder is ready.
type decoder struct {
	state   esc.State
	seq     []byte
	single  bool // a single shift, ESC O: the next byte is the key
	ignore  int  // so many bytes are the rest of a report
	pasting bool
}

// next takes a byte and returns the key that it completes, or keyNone.
func (d *decoder) next(b byte) key {
	if b < ' ' {
		d.ignore, d.single = 0, false // neither reports nor single shifts hold control characters
	}
	if d.ignore > 0 {
		d.ignore--
		return keyNone
	}
	was := d.state
	d.state = was.Next(b)
	switch {
	case b == 0x1b:
		d.seq = d.seq[:0]
		return keyNone
	case was == esc.Ground:
		return d.plain(b)
	case b == interrupt, was == esc.Escape && b < ' ':
		// A reply that never ends, or an Esc before it, must not swallow Ctrl-C or Enter.
		d.state = esc.Ground
		return d.plain(b)
	}
	if len(d.seq) < maxSequence {
		d.seq = append(d.seq, b)
	}
	if d.state != esc.Ground {
		return keyNone
	}
	k := d.sequence(string(d.seq))
	if d.pasting {
		return keyNone
	}
	return k
}

// plain is the key of a byte outside of any escape sequence.
func (d *decoder) plain(b byte) key {
	if d.pasting {
		return keyNone
	}
	if d.single {
		d.single = false
		return arrow(b)
	}
	switch b {
	case '\r', '\n':
		return keyEnter
	case interrupt, 0x04, 0x1c: // Ctrl-C, Ctrl-D, Ctrl-\
		return keyInterrupt
	case '\b', 0x7f:
		return keyBackspace
	case byte(keyUp), byte(keyDown):
		return key(b)
	}
	if b < ' ' || b > '~' {
		return keyNone
	}
	return key(b)
}

// sequence is the key of an escape sequence, given without its ESC.
func (d *decoder) sequence(s string) key {
	switch {
	case s == "O":
		d.single = true
	case s == "[M": // the mouse in X10 encoding: button, column, row
		d.ignore = 3
	case s == "[[": // a function key of the Linux console
		d.ignore = 1
	case s == "[200~":
		d.pasting = true
	case s == "[201~":
		d.pasting = false
	case len(s) == 1: // with Alt, or typed after an Esc
		return d.plain(s[0])
	case s[0] == '[':
		return control(s[1:len(s)-1], s[len(s)-1])
	}
	return keyNone
}

func arrow(final byte) key {
	switch final {
	case 'A':
		return keyUp
	case 'B':
		return keyDown
	case 'M': // Enter of an application keypad
		return keyEnter
	}
	return keyNone
}

// control is the key of a control sequence: an arrow, or any key as the kitty protocol and xterm's modifyOtherKeys
// report it: "code;modifiers:event u" and "27;modifiers;code~".
func control(params string, final byte) key {
	p := strings.Split(params, ";")
	modifiers, event := "", ""
	if len(p) > 1 {
		modifiers, event, _ = strings.Cut(p[1], ":")
	}
	if event == "3" {
		return keyNone // a release
	}
	switch {
	case final == 'A', final == 'B':
		return arrow(final)
	case final == 'u':
		code, _, _ := strings.Cut(p[0], ":")
		return coded(code, modifiers)
	case final == '~' && len(p) == 3 && p[0] == "27":
		return coded(p[2], modifiers)
	}
	return keyNone
}

// coded is the key with a code point and modifiers, which are a bit set plus one.
func coded(code, modifiers string) key {
	const ctrl, super, hyper, meta, keypadEnter = 4, 8, 16, 32, 57414
	c, err := strconv.Atoi(code)
	if err != nil {
		return keyNone
	}
	m, err := strconv.Atoi(modifiers)
	if m--; err != nil {
		m = 0
	}
	switch {
	case m&ctrl != 0 && (c == 'c' || c == 'd' || c == '\\'):
		return keyInterrupt
	case m&(ctrl|super|hyper|meta) != 0:
		return keyNone
	case c == '\r' || c == keypadEnter:
		return keyEnter
	case c == '\b' || c == 0x7f:
		return keyBackspace
	case c >= ' ' && c <= '~':
		return key(c)
	}
	return keyNone
}
