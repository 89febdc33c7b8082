package control

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	// maxMessage is the most that a message may have, in bytes, without the end of its line.
	maxMessage = 64 << 10
	// writeTime is how long a peer may take to let a message in. Those that are stopped let in what a socket holds.
	writeTime = time.Second
	// reachTime is how long a guard may take to be reached.
	reachTime = 2 * time.Second
)

// Conn is one end of a connection between a guard and a peer. Its methods may be called from several goroutines, but
// only one at a time may wait in Receive.
type Conn struct {
	stream net.Conn
	peer   Peer
	in     *bufio.Reader

	mu       sync.Mutex // of what follows, and of writing
	patience time.Duration
}

func newConn(stream net.Conn, peer Peer, patience time.Duration) *Conn {
	c := &Conn{stream: stream, peer: peer, in: bufio.NewReaderSize(stream, maxMessage+1)}
	c.Patience(patience)
	return c
}

// Dial connects to the guard whose socket is at path. It is an error if the socket is another user's. Receive then
// waits for ever; see [Conn.Patience].
func Dial(path string) (*Conn, error) { return dial(path, os.Geteuid()) }

func dial(path string, uid int) (*Conn, error) {
	stream, err := net.DialTimeout("unix", path, reachTime)
	if err != nil {
		return nil, err
	}
	peer, err := peerOf(stream.(*net.UnixConn))
	if err == nil && peer.UID != uid {
		err = fmt.Errorf("%s: is a socket of another user (%d)", path, peer.UID)
	}
	if err != nil {
		_ = stream.Close()
		return nil, err
	}
	return newConn(stream, peer, 0), nil
}

// Peer returns the process at the other end, as it was when the connection was made.
func (c *Conn) Peer() Peer { return c.peer }

// Inside tells whether the peer belongs to the tree below the process guard. If that cannot be told, because the peer
// has ended or an ancestor of it has, the answer is yes: the safe side, since those inside may do less. How a process
// can leave the tree is told in package tree; on macOS a daemon has left it as well.
func (c *Conn) Inside(guard int) bool { return descends(c.peer, guard, look) }

// Patience sets how long [Conn.Receive] waits, counted from now and then from each message sent; 0 is for ever. A guard
// has no patience with strangers, but a peer inside the tree may be stopped in the middle of a message for hours.
func (c *Conn) Patience(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.patience = d
	c.wind()
}

// wind sets the clock for the next message. Where that fails the connection has ended, and Receive will say so.
func (c *Conn) wind() {
	var until time.Time
	if c.patience > 0 {
		until = time.Now().Add(c.patience)
	}
	_ = c.stream.SetReadDeadline(until)
}

// Receive returns the next message: a JSON object of at most 64 KiB, good until the next call. The error is io.EOF if
// the peer has closed the connection between two messages. After any error the connection is closed.
func (c *Conn) Receive() ([]byte, error) {
	message, err := next(c.in)
	if err == nil {
		return message, nil
	}
	_ = c.Close()
	if errors.Is(err, io.EOF) {
		return nil, io.EOF
	}
	return nil, fmt.Errorf("receiving a message: %w", err)
}

// next reads a message from in, whose buffer holds just one of the greatest length.
func next(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, fmt.Errorf("it has more than %d bytes", maxMessage)
	case errors.Is(err, io.EOF) && len(line) > 0:
		return nil, io.ErrUnexpectedEOF
	case err != nil:
		return nil, err
	}
	message := jsontext.Value(line[:len(line)-1])
	// Half of a surrogate pair is what JavaScript leaves of a text that it cuts.
	if message.Kind() != '{' || !message.IsValid(jsontext.AllowInvalidUTF8(true)) {
		return nil, errors.New("it is no JSON object")
	}
	return message, nil
}

// Send sends v, which is to become a JSON object of at most 64 KiB. A peer that does not take it within 1 s loses the
// connection.
func (c *Conn) Send(v any) error {
	message, err := json.Marshal(v)
	switch {
	case err != nil:
		return fmt.Errorf("sending a message: %w", err)
	case len(message) > maxMessage:
		return fmt.Errorf("sending a message: it has %d bytes, more than %d", len(message), maxMessage)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_ = c.stream.SetWriteDeadline(time.Now().Add(writeTime))
	if _, err := c.stream.Write(append(message, '\n')); err != nil {
		_ = c.Close() // a part of it may have gone
		return fmt.Errorf("sending a message: %w", err)
	}
	c.wind()
	return nil
}

// Close ends the connection. A Receive that waits fails.
func (c *Conn) Close() error { return c.stream.Close() }
