package esc

import (
	"bytes"
	"unicode/utf8"
)

// maxHeld bounds the bytes that a Filter holds. No title that a person can read is longer; what is, goes through.
const maxHeld = 1024

// kind says what becomes of the sequence at hand.
type kind uint8

const (
	passing   kind = iota // it goes out as it comes
	undecided             // it may yet turn out to be a title
	closing               // an undecided ESC that has just ended a title, and is dropped if \ follows
	title                 // it is one
)

// Filter takes the window titles, OSC 0, 1 and 2, out of a terminal stream and lets every other byte through at once.
// All that it holds back is an unfinished sequence that is or may be a title. A title that breaks into another
// sequence is a broken stream and goes through. The zero Filter is ready.
type Filter struct {
	// Keep lets titles through like all else.
	Keep bool
	// Fresh tells that the cursor is at the start of a line, as far as text went out and no sequence moved it since.
	// Another writer may set it.
	Fresh bool
	// Sequence, if it is set, is called with every control sequence and every plain escape sequence that goes out: whole,
	// and valid during the call. Strings, such as those of titles, and all that is longer than a kilobyte are left out.
	Sequence func([]byte)

	state State
	kind  kind
	seq   []byte // the start of an unfinished sequence or character, from earlier calls
	cut   bool   // that start was too long to be kept
	out   []byte
	title []byte
	taken bool
}

// Filter returns what of p, and of bytes held back earlier, is to go to the terminal. The result is valid until p
// changes or Filter is called again.
func (f *Filter) Filter(p []byte) []byte {
	f.out = f.out[:0]
	from, start := 0, 0 // p[from:] has still to go out; p[start:] is of the sequence at hand
	for i := 0; i < len(p); i++ {
		if f.state == Ground {
			n := bytes.IndexByte(p[i:], escape)
			if n < 0 {
				f.Fresh = p[len(p)-1] == '\n'
				break
			}
			if n > 0 {
				f.Fresh = p[i+n-1] == '\n'
			}
			i += n
			start = i
			f.begin(undecided)
			continue
		}

		c := p[i]
		if f.kind != passing {
			f.decide(c, len(f.seq)+i-start)
		}
		switch {
		case f.kind == passing && c == escape:
			start = i
			f.begin(passing)
			continue
		case f.kind == title && c == bell:
			f.take(p[from:start], p[start:i])
			from = i + 1
		case f.kind == title && c == escape:
			f.take(p[from:start], p[start:i])
			from, start = i, i
			f.begin(closing)
			continue
		case f.kind == closing: // its \ has come, and both are a terminator
			f.out = append(f.out, p[from:start]...)
			from = i + 1
		}
		if f.state = f.state.Next(c); f.state == Ground {
			if c >= '0' && f.Sequence != nil { // neither cut off, nor the end of a string
				f.show(p[start : i+1])
			}
			f.seq, f.cut, f.kind = f.seq[:0], false, passing
		}
	}
	return f.rest(p, from, start)
}

// show shows the sequence that f.seq and tail make up.
func (f *Filter) show(tail []byte) {
	switch {
	case f.cut || len(f.seq)+len(tail) > maxHeld:
	case len(f.seq) == 0:
		f.Sequence(tail)
	default:
		f.seq = append(f.seq, tail...)
		f.Sequence(f.seq)
	}
}

// begin starts a sequence with an ESC.
func (f *Filter) begin(k kind) {
	if f.Keep {
		k = passing
	}
	f.state, f.kind, f.seq, f.cut = Escape, k, f.seq[:0], false
}

// decide settles the kind of a held sequence whose n-th byte is c. What was held of one that passes goes out.
func (f *Filter) decide(c byte, n int) {
	switch {
	case f.kind == closing && c == '\\':
		return
	case f.kind == closing, f.kind == undecided:
		if n == 1 && c == ']' || n == 2 && c >= '0' && c <= '2' {
			f.kind = undecided
			return
		}
		if n == 3 && c == ';' {
			f.kind = title
			return
		}
	case n < maxHeld && c != cancel && c != substitute:
		return
	}
	f.kind = passing
	f.out = append(f.out, f.seq...)
}

// take notes the title that f.seq and tail make up, and lets what stood before it go out.
func (f *Filter) take(before, tail []byte) {
	f.out = append(f.out, before...)
	f.seq = append(f.seq, tail...)
	f.title, f.taken = append(f.title[:0], f.seq[len("\x1b]0;"):]...), true
}

// rest ends a call: it keeps what the next call needs to know and returns what is to go out.
func (f *Filter) rest(p []byte, from, start int) []byte {
	end := len(p)
	switch {
	case f.state == Ground:
		f.seq = append(f.seq, p[max(0, end-utf8.UTFMax):]...)
		f.seq = f.seq[:copy(f.seq, unfinished(f.seq))]
	case f.kind != passing:
		end = start
		f.seq = append(f.seq, p[start:]...)
	case f.cut || len(f.seq)+end-start > maxHeld:
		f.seq, f.cut = f.seq[:0], true
	default:
		f.seq = append(f.seq, p[start:]...)
	}
	if len(f.out) == 0 {
		return p[from:end]
	}
	f.out = append(f.out, p[from:end]...)
	return f.out
}

// unfinished is the character at the end of b that lacks bytes, if there is one.
func unfinished(b []byte) []byte {
	for i := len(b) - 1; i >= 0 && len(b)-i < utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			if utf8.FullRune(b[i:]) {
				break
			}
			return b[i:]
		}
	}
	return nil
}

// Title is the last title that was taken out since the last call, as the program wrote it. ok is false if none was.
func (f *Filter) Title() (s string, ok bool) {
	if !f.taken {
		return "", false
	}
	f.taken = false
	return string(f.title), true
}

// Clean reports whether what went out ends between two characters and outside of any sequence, so that another
// writer's bytes do no harm there.
func (f *Filter) Clean() bool {
	return f.state == Ground && len(f.seq) == 0 || f.state != Ground && f.kind != passing
}

// Begun is the start of the sequence or character that went out unfinished, to be written again by one who had to
// break into it. It is empty if there is none, or if it was too long to be kept.
func (f *Filter) Begun() []byte {
	if f.Clean() {
		return nil
	}
	return f.seq
}
