package main

import (
	"bytes"
	"io"
	"sync"
	"time"
)

// mark is the byte by which an agent says that it waits. It is one byte, so that nothing can part it, and no other
// output has it.
const mark = '~'

// output is what a run prints: read as it comes, counted, and forgotten but for its end.
type output struct {
	check func([]byte) error // sees every byte in order; nil: nobody does

	mu          sync.Mutex
	total       int64
	marks       int
	last        []byte // the end of it
	fault       error  // the first that check returned
	began, upTo time.Time
}

// lastBytes is more than a question takes.
const lastBytes = 32 << 10

// read reads to the end.
func (o *output) read(from io.Reader) {
	buffer := make([]byte, 256<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			o.take(buffer[:n])
		}
		if err != nil {
			return
		}
	}
}

func (o *output) take(p []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.total == 0 {
		o.began = time.Now()
	}
	o.upTo = time.Now()
	o.total += int64(len(p))
	o.marks += bytes.Count(p, []byte{mark})
	if o.check != nil && o.fault == nil {
		o.fault = o.check(p)
	}
	o.last = append(o.last, p[max(0, len(p)-lastBytes):]...)
	o.last = o.last[max(0, len(o.last)-lastBytes):]
}

// seen is how far the output has come.
func (o *output) seen() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.total
}

func (o *output) marked() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.marks
}

// has tells whether text stands in what came after the first from bytes, or in what is kept of that.
func (o *output) has(text string, from int64) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	fresh := min(int64(len(o.last)), o.total-from)
	return bytes.Contains(o.last[int64(len(o.last))-fresh:], []byte(text))
}

// rate is how many MiB came in a second.
func (o *output) rate() float64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return float64(o.total) / (1 << 20) / o.upTo.Sub(o.began).Seconds()
}

// err returns the first fault that check found.
func (o *output) err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.fault
}
