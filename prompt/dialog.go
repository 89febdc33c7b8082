package prompt

import "time"

// dialog is the terminal as survey may have it: a reader of the few keys that it is to see, and a canvas. It has no
// file descriptor, so that the mode of the terminal stays ours.
type dialog struct {
	canvas
	columns int // that a line may take
	page    int // answers that the screen has room for at once
	next    func() ([]byte, error)
	arming  arming
	keys    decoder
	pending []key
	answer  func(key) string // what survey is told of a key, nothing if it is empty
	again   string           // what survey is told first, to get to where another one was before it

	selector selector
	typist   typist
	typing   bool // another limit
}

// Fd satisfies survey. It is no file descriptor.
func (d *dialog) Fd() uintptr { return ^uintptr(0) }

// Read gives survey one key, or one answer of the terminal, at a time.
func (d *dialog) Read(p []byte) (int, error) {
	if d.arming.until.IsZero() {
		d.arming.start(time.Now()) // the question is there, since survey draws before it reads
	}
	for {
		if d.reply != "" {
			n := copy(p, d.reply)
			d.reply = d.reply[n:]
			return n, nil
		}
		if d.err != nil {
			return 0, d.err
		}
		if d.again != "" {
			d.reply, d.again = d.again, ""
			continue
		}
		if len(d.pending) > 0 {
			d.reply, d.pending = d.answer(d.pending[0]), d.pending[1:]
			continue
		}
		typed, err := d.next()
		if err != nil {
			return 0, err
		}
		for _, b := range typed {
			s, ok := d.keys.next(b)
			k := s.key()
			if ok && k == keySuspend { // answers nothing, so it is never too early
				return 0, ErrSuspended
			}
			if ok && k != keyNone && !d.arming.early(time.Now()) {
				d.pending = append(d.pending, k)
			}
		}
	}
}
