package prompt

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

func TestSanitize(t *testing.T) {
	tests := []struct {
		name, in string
		columns  int
		want     string
	}{
		{"plain", "All tests pass.", 40, "All tests pass."},
		{"columns of a table stay", "tools      18 bash", 40, "tools      18 bash"},
		{"lines become one", "\n one\r\n\ttwo\n", 40, "one two"},
		{"other line breaks", "one\u2028two\u0085three\vfour", 40, "one two three four"},
		{"colours", "\x1b[31mred\x1b[0m", 40, "red"},
		{"a title", "a\x1b]0;Turns: 1/25\ab", 40, "ab"},
		{"an unfinished sequence", "a\x1b[31", 40, "a"},
		{"controls", "a\x00\x07\x08\x7f\u009bb", 40, "ab"},
		{"directions", "a\u202eb\u2066c\u200fd\u061ce", 40, "abcde"},
		{"not UTF-8", "a\xff\xe2\x82b", 40, "ab"},
		{"cut", "a long text", 6, "a lon…"},
		{"cut between wide characters", "日本語", 4, "日…"},
		{"exactly as wide", "日本", 4, "日本"},
		{"no room", "text", 0, ""},
		{"less than none", "text", -1, ""},
		{"without width", strings.Repeat("\u0301", 1000), 2, strings.Repeat("\u0301", 64)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Sanitize(tt.in, tt.columns); got != tt.want {
				t.Errorf("Sanitize(%q, %d) = %q, want %q", tt.in, tt.columns, got, tt.want)
			}
		})
	}
}

// FuzzTitle wants exactly one title sequence, whatever the head and the agent's own title are made of.
func FuzzTitle(f *testing.F) {
	for _, s := range []string{
		"π - project", "\a\x1b]0;x\a", "\u202egnp.exe", "a\nb\u009d0;c\u009c", "\xe2\x1b[31m", "日本語\u0301",
	} {
		f.Add("Turns: 12/25", s)
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, head, tail string) {
		s := compose(head, tail)
		text, begun := strings.CutPrefix(s, "\x1b]0;")
		text, ended := strings.CutSuffix(text, "\a")
		if !begun || !ended || !utf8.ValidString(text) {
			t.Fatalf("%q is not a title sequence", s)
		}
		for _, r := range text {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
				t.Errorf("%q holds %U", text, r)
			}
		}
		if w := ansi.StringWidth(text); w > 2*titleColumns+len(" · ") {
			t.Errorf("%q is %d columns wide", text, w)
		}
		if again := Sanitize(text, 2*titleColumns+3); again != text {
			t.Errorf("%q is not clean: %q", text, again)
		}
	})
}
