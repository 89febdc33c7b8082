package lines

import (
	"bytes"

	"github.com/charmbracelet/x/ansi"
)

const (
	escape = 0x1b
	space  = " \t\r"
)

// trim takes off what may stand around a line: white space, the CR of a terminal or of Windows, and on a terminal the
// escape sequences of the agent (Claude Code ends its output with one).
func (s *Splitter) trim(line []byte) []byte {
	line = bytes.Trim(line, space)
	if !s.Terminal {
		return line
	}
	for len(line) > 0 && line[0] == escape {
		_, _, n, state := ansi.DecodeSequence(line, ansi.NormalState, nil)
		if state != ansi.NormalState || n == len(line) {
			return line // not all there
		}
		line = bytes.Trim(line[n:], space)
	}
	if end := bytes.LastIndexByte(line, '}') + 1; end > 0 && onlySequences(line[end:]) {
		line = line[:end]
	}
	return line
}

func onlySequences(p []byte) bool {
	for len(p) > 0 {
		_, _, n, state := ansi.DecodeSequence(p, ansi.NormalState, nil)
		if p[0] != escape || state != ansi.NormalState || n < 2 {
			return false
		}
		p = bytes.Trim(p[n:], space)
	}
	return true
}
