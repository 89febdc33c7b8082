package supervisor

import (
	"errors"
	"io"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

const (
	bufferSize = 64 << 10 // what a pipe holds
	buffers    = 4
)

// relay carries one stream from a file descriptor to a writer. The loop reads, a goroutine of the relay writes; when the
// writer is slow the buffers run out, the loop stops reading, and the sender has to wait as it would without turnguard.
type relay struct {
	wiring
	free   chan []byte
	full   chan chunk
	ended  chan struct{} // closed when the writer has written all
	starve atomic.Bool   // the loop waits for a free buffer
	eof    bool
	late   int // bytes read since the agent ended
}

// wiring is what a relay connects.
type wiring struct {
	src    int
	once   bool // src may block: read only once for each readiness
	dst    io.Writer
	tap    func([]byte) // sees the bytes before they are written; nil: nobody does
	wake   func()       // called, by the writer, when the loop waits for a buffer
	failed func(error)  // called, by the writer, when it cannot write; what is read from then on is dropped
	atEOF  func()       // called, by the writer, when all is written up to the stream's end; nil: nothing
}

// chunk is what the writer gets: bytes to write, and what to do then.
type chunk struct {
	bytes []byte
	then  func()
}

func newRelay(w wiring) *relay {
	r := &relay{
		wiring: w, free: make(chan []byte, buffers), full: make(chan chunk, buffers+2), ended: make(chan struct{}),
	}
	for range buffers {
		r.free <- make([]byte, bufferSize)
	}
	go r.write()
	return r
}

func (r *relay) write() {
	defer close(r.ended)
	broken := false
	for c := range r.full {
		if !broken && len(c.bytes) > 0 {
			if _, err := r.dst.Write(c.bytes); err != nil {
				broken = true
				r.failed(err)
			}
		}
		if c.then != nil {
			c.then()
			continue
		}
		r.free <- c.bytes[:bufferSize]
		if r.starve.Swap(false) {
			r.wake()
		}
	}
}

// ready tells whether the relay can take more. If not, its writer will wake the loop.
func (r *relay) ready() bool {
	if r.eof {
		return false
	}
	if len(r.free) > 0 {
		return true
	}
	r.starve.Store(true)
	return len(r.free) > 0
}

// fill reads what is there, up to a buffer, for as long as more allows, and passes it on. It reports whether it read
// anything; at the end of the stream it sets eof.
func (r *relay) fill(more func() bool) bool {
	buf := <-r.free
	n := 0
	for n < len(buf) {
		got, err := unix.Read(r.src, buf[n:])
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if errors.Is(err, unix.EAGAIN) {
			break
		}
		if err != nil || got == 0 { // a terminal whose other end is closed reports EIO on Linux
			r.eof = true
			if r.atEOF != nil {
				defer r.flush(r.atEOF)
			}
			break
		}
		if r.tap != nil {
			r.tap(buf[n : n+got])
		}
		n += got
		if r.once || !more() {
			break
		}
	}
	if n == 0 {
		r.free <- buf
	} else {
		r.full <- chunk{bytes: buf[:n]}
	}
	return n > 0
}

// flush has f called, by the writer, once all that was read is written. One flush may be under way beside atEOF's.
func (r *relay) flush(f func()) { r.full <- chunk{then: f} }

// close lets the writer end once it has written all that was read.
func (r *relay) close() { close(r.full) }
