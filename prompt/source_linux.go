package prompt

import (
	"fmt"
	"os"
	"time"
)

// source reads a terminal until it is cancelled. A later source of the same terminal misses nothing.
type source struct{ *os.File }

func newSource(tty *os.File) (source, error) {
	if err := tty.SetReadDeadline(time.Time{}); err != nil {
		return source{}, fmt.Errorf("read from the terminal: %w", err)
	}
	return source{tty}, nil
}

// Cancel has the Read that is under way, and every later one, fail at once.
func (s source) Cancel() bool { return s.SetReadDeadline(time.Unix(1, 0)) == nil }

// Close frees what the source took. The terminal stays open.
func (s source) Close() error { return nil }
