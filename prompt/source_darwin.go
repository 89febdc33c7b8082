package prompt

import (
	"fmt"
	"os"

	"github.com/muesli/cancelreader"
)

// source reads a terminal until it is cancelled. macOS cannot poll /dev/tty, so that deadlines do not work there.
type source struct{ cancelreader.CancelReader }

func newSource(tty *os.File) (source, error) {
	r, err := cancelreader.NewReader(tty)
	if err != nil {
		return source{}, fmt.Errorf("read from the terminal: %w", err)
	}
	return source{r}, nil
}
