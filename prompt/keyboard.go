package prompt

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
)

// keyboard is the one goroutine that reads the terminal.
type keyboard struct {
	src  source
	over atomic.Bool   // it is to end
	gone chan struct{} // closed when it has ended
	err  error         // why, once gone is closed
}

// Raw gives the keyboard to the agent: the terminal goes into raw mode, and keys is called with what is typed, while no
// question is open and no other job has the terminal, until [Terminal.Close]. The bytes are the callee's to keep. It is
// called on a goroutine of the terminal and holds up whatever is typed next. Raw is called once at most, and not while a
// question is open.
func (t *Terminal) Raw(keys func([]byte)) error {
	t.agent = keys
	if t.away.Load() {
		return nil // Resume comes to it
	}
	if err := t.handOver(raw(t.saved)); err != nil {
		return err
	}
	k, err := t.listen()
	if err != nil {
		return err
	}
	t.keyboard.Store(k)
	return nil
}

// listen starts a keyboard.
func (t *Terminal) listen() (*keyboard, error) {
	src, err := newSource(t.tty)
	if err != nil {
		return nil, err
	}
	k := &keyboard{src: src, gone: make(chan struct{})}
	go func() {
		defer t.guard()
		defer close(k.gone)
		defer src.Close()
		k.err = k.read(t.route)
		select {
		case <-t.done: // which is why it has ended
			k.err = os.ErrClosed
		default:
		}
	}()
	return k, nil
}

func (k *keyboard) read(to func([]byte)) error {
	buf := make([]byte, 4096)
	for {
		n, err := k.src.Read(buf)
		if n > 0 {
			to(bytes.Clone(buf[:n]))
		}
		if k.over.Load() {
			return os.ErrClosed
		}
		if errors.Is(err, io.EOF) {
			return err
		}
		if err != nil {
			return fmt.Errorf("read from the terminal: %w", err)
		}
	}
}

// end has the keyboard read no more.
func (k *keyboard) end() {
	k.over.Store(true)
	k.src.Cancel()
}

// stop ends the keyboard and waits until it reads no more.
func (k *keyboard) stop() {
	k.end()
	<-k.gone
}

// route hands what was typed to the open question, else to the agent.
func (t *Terminal) route(p []byte) {
	if f := t.floor.Load(); f != nil {
		select {
		case f.typed <- p:
		case <-f.over:
		}
		return
	}
	if t.agent != nil {
		t.agent(p)
	}
}
