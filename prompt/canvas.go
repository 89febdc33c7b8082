package prompt

import (
	"fmt"
	"io"
	"strings"

	"github.com/turnguard/turnguard/prompt/internal/modes"
)

// The cursor movements that survey writes, each in a Write of its own.
const (
	surveySave     = "\x1b7"
	surveyRestore  = "\x1b8"
	surveyUp       = "\x1b[1A"
	surveyDown     = "\x1b[1B"
	surveyCorner   = "\x1b[999;999f"
	surveyPosition = "\x1b[6n"
)

// canvas is the part of the screen below the agent's output that a question is drawn on. It has survey move by rows
// relative to the first one only: that holds when the screen scrolls or changes its size, and leaves the one cursor
// position that a terminal can save to the agent. Lines must fit the terminal's width.
type canvas struct {
	w     io.Writer
	color bool
	row   int // of the cursor, from the first
	saved int // the row that survey has saved

	cornered bool   // survey believes the cursor in the last corner of the screen
	reply    string // what a terminal would have answered
	err      error  // the first write that failed
}

// Write draws what survey writes. It never fails, since survey does not expect it: the error is kept.
func (c *canvas) Write(p []byte) (int, error) {
	switch s := string(p); s {
	case surveySave:
		c.saved = c.row
	case surveyRestore:
		c.move(c.saved)
	case surveyUp:
		c.move(c.row - 1)
	case surveyDown:
		c.print("\r\n")
	case surveyCorner:
		c.cornered = true
	case surveyPosition:
		c.locate()
	default:
		c.print(s)
	}
	return len(p), nil
}

// locate answers survey's question for the cursor in the terminal's stead, which may not answer at all. It asks for
// the size of the screen first, then for where a line of input starts. A screen that is wider than any input spares
// its arithmetic of wrapped lines.
func (c *canvas) locate() {
	c.reply = "\x1b[1;2R"
	if c.cornered {
		c.reply = "\x1b[999;999R"
	}
	c.cornered = false
}

// print writes text, and sequences that stay on their row.
func (c *canvas) print(s string) {
	if !c.color {
		s = withoutColor(s)
	}
	c.row += strings.Count(s, "\n")
	c.write(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "\r\n"))
}

// move moves the cursor to the start of a row.
func (c *canvas) move(row int) {
	row = max(row, 0)
	switch {
	case row < c.row:
		c.write(fmt.Sprintf("\x1b[%dA\r", c.row-row))
	case row > c.row:
		c.write(fmt.Sprintf("\x1b[%dB\r", row-c.row))
	}
	c.row = row
}

// eraseTo erases all from a row on, and leaves the cursor at its start.
func (c *canvas) eraseTo(row int) {
	c.move(row)
	c.write("\r\x1b[J")
}

// clear starts anew on an empty screen.
func (c *canvas) clear() {
	c.row, c.saved, c.reply, c.cornered = 0, 0, "", false
	c.write(modes.Clear)
}

func (c *canvas) write(s string) {
	if c.err == nil {
		_, c.err = io.WriteString(c.w, s)
	}
}

// withoutColor takes the sequences for colours and styles out of s.
func withoutColor(s string) string {
	const introducer = "\x1b["
	var b strings.Builder
	for {
		text, rest, found := strings.Cut(s, introducer)
		b.WriteString(text)
		if !found {
			return b.String()
		}
		final := strings.TrimLeft(rest, "0123456789;")
		if !strings.HasPrefix(final, "m") {
			b.WriteString(introducer)
			s = rest
			continue
		}
		s = final[1:]
	}
}
