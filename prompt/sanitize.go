package prompt

import (
	"strings"
	"unicode"

	"github.com/clipperhouse/displaywidth"

	"github.com/turnguard/turnguard/prompt/internal/esc"
)

// bytesPerColumn is more than a column of any script needs. It bounds the work that a text without width can make.
const bytesPerColumn = 64

// Sanitize makes a text from an agent fit for one line of a terminal: no escape sequence, no control character, none
// that changes the direction of what stands around it, and at most so many columns. Line breaks and tabs become single
// spaces; a text that was cut ends in an ellipsis.
func Sanitize(s string, columns int) string {
	if columns <= 0 {
		return ""
	}
	s = strings.ToValidUTF8(s[:min(len(s), bytesPerColumn*columns)], "")
	var b strings.Builder
	folded := true // white space at the start is dropped
	for _, r := range esc.Strip(s) {
		switch {
		case breaks(r):
			if !folded {
				b.WriteByte(' ')
			}
			folded = true
		case r == ' ' && folded, unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
		default:
			b.WriteRune(r)
			folded = false
		}
	}
	return displaywidth.TruncateString(strings.TrimRight(b.String(), " "), columns, "…")
}

// breaks tells white space that moves the cursor by more than a column.
func breaks(r rune) bool {
	return r != ' ' && unicode.Is(unicode.Pattern_White_Space, r) && !unicode.Is(unicode.Bidi_Control, r)
}
