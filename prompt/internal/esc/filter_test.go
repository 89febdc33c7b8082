package esc

import (
	"bytes"
	"strings"
	"testing"
)

func TestTitlesAreTakenOut(t *testing.T) {
	long := strings.Repeat("x", maxHeld)
	tests := []struct {
		name, in, out, title string
	}{
		{"none", "text \x1b[1mbold\x1b[m\r\n", "text \x1b[1mbold\x1b[m\r\n", ""},
		{"ended by BEL", "a\x1b]0;one\ab", "ab", "one"},
		{"ended by ST", "a\x1b]2;one\x1b\\b", "ab", "one"},
		{"of the icon", "a\x1b]1;one\ab", "ab", "one"},
		{"ended by another sequence", "a\x1b]0;one\x1b[mb", "a\x1b[mb", "one"},
		{"the last of several", "\x1b]0;one\a\x1b]0;two\a\x1b]2;three\x1b\\", "", "three"},
		{"ended by the next one", "\x1b]0;one\x1b]0;two\ax", "x", "two"},
		{"UTF-8", "\x1b]0;π ✳ Ü\a", "", "π ✳ Ü"},
		{"other commands", "\x1b]10;?\a\x1b]8;;x\x1b\\\x1b]52;c;AA\a", "\x1b]10;?\a\x1b]8;;x\x1b\\\x1b]52;c;AA\a", ""},
		{"cancelled", "\x1b]0;one\x18b", "\x1b]0;one\x18b", ""},
		{"too long", "\x1b]0;" + long + "\ab", "\x1b]0;" + long + "\ab", ""},
		{"inside a device string", "\x1bPtmux;\x1b\x1b]0;one\a\x1b\\", "\x1bPtmux;\x1b\x1b]0;one\a\x1b\\", ""},
		{"breaking into a sequence", "\x1b[3\x1b]0;one\ab", "\x1b[3\x1b]0;one\ab", ""},
		{"unfinished", "a\x1b]0;on", "a", ""},
		{"undecided", "a\x1b]", "a", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for size := 1; size <= len(tt.in); size++ {
				out, title := run(new(Filter), chunks(tt.in, size))
				if out != tt.out || title != tt.title {
					t.Fatalf("in chunks of %d: %q, title %q, want %q, title %q", size, out, title, tt.out, tt.title)
				}
			}
		})
	}
}

func TestTitlesGoThroughWhenKept(t *testing.T) {
	const in = "a\x1b]0;one\ab"
	f := &Filter{Keep: true}
	if out, title := run(f, chunks(in, 2)); out != in || title != "" {
		t.Errorf("%q, title %q, want %q and none", out, title, in)
	}
}

func TestCleanOnlyBetweenCharactersAndSequences(t *testing.T) {
	tests := []struct {
		in    string
		clean bool
		begun string
	}{
		{"", true, ""},
		{"text\r\n", true, ""},
		{"€", true, ""},
		{"x\xe2\x82", false, "\xe2\x82"},
		{"x\xf0\x9f\x98", false, "\xf0\x9f\x98"},
		{"\xff\x82", true, ""},
		{"a\x1b[38;5", false, "\x1b[38;5"},
		{"a\x1b[1m", true, ""},
		{"a\x1b]52;c;", false, "\x1b]52;c;"},
		{"\x1bP" + strings.Repeat("q", maxHeld), false, ""},
		{"\x1bP" + strings.Repeat("q", maxHeld) + "\x1b\\", true, ""},
		// What is held back has not reached the terminal, which is between two sequences therefore.
		{"a\x1b", true, ""},
		{"a\x1b]0;tit", true, ""},
	}
	for _, tt := range tests {
		for size := 1; size <= max(1, len(tt.in)); size++ {
			f := new(Filter)
			run(f, chunks(tt.in, size))
			if f.Clean() != tt.clean || string(f.Begun()) != tt.begun {
				t.Errorf("%.20q in chunks of %d: clean %v, begun %q, want %v, %q",
					tt.in, size, f.Clean(), f.Begun(), tt.clean, tt.begun)
			}
		}
	}
}

func TestFreshAfterALineFeedThatOnlySequencesFollow(t *testing.T) {
	tests := map[string]bool{
		"text": false, "text\r\n": true, "text\n\x1b[0m": true, "text\n\x1b[3": true, "text\n\x1b]0;t\a": true,
		"\x1b[1mtext\n\x1b[0m.": false, "text\n\x1b]8;;x\x1b\\link\x1b]8;;\x1b\\": false,
	}
	for in, want := range tests {
		for size := 1; size <= len(in); size++ {
			f := new(Filter)
			run(f, chunks(in, size))
			if f.Fresh != want {
				t.Errorf("%q in chunks of %d: %v, want %v", in, size, f.Fresh, want)
			}
		}
	}
}

func TestSequencesAreShownWhole(t *testing.T) {
	long := "\x1b[?" + strings.Repeat("1;", maxHeld/2)
	tests := []struct{ in, want string }{
		{"text \x1b[1mbold\x1b[m\r\n", "\x1b[1m|\x1b[m"},
		{"\x1b7\x1b(B\x1b=\x1bc", "\x1b7|\x1b(B|\x1b=|\x1bc"},
		{"\x1b[?1049h\x1b]0;title\a\x1b[>7u", "\x1b[?1049h|\x1b[>7u"},
		{"\x1b]0;title\x1b[m", "\x1b[m"},
		{"\x1b]8;;x\a\x1bPq\x18\x1b[1\x1am", ""},
		{"\x1b[3\x1b[?7l", "\x1b[?7l"},
		{"\x1b[\n1m", "\x1b[\n1m"},
		{long + "h\x1b[m", "\x1b[m"},
		{"\x1b[", ""},
	}
	for _, tt := range tests {
		for _, keep := range []bool{false, true} {
			for size := 1; size <= len(tt.in); size++ {
				var got []string
				f := &Filter{Keep: keep, Sequence: func(seq []byte) { got = append(got, string(seq)) }}
				run(f, chunks(tt.in, size))
				if shown := strings.Join(got, "|"); shown != tt.want {
					t.Fatalf("%.40q in chunks of %d: %q, want %q", tt.in, size, shown, tt.want)
				}
			}
		}
	}
}

// FuzzFilter compares the filter with a plain model that sees the stream as a whole, however it is cut up.
func FuzzFilter(f *testing.F) {
	for _, s := range []string{
		"text", "a\x1b]0;one\ab", "a\x1b]2;two\x1b\\b\x1b[m", "\x1b]0;x\x1b]1;y\x18", "\x1bPq\x1b]0;z\a", "\xe2\x82\x1b]",
		"\x1b\x1b]0;a\a", "\x1b]0;\x1b\x1b\\\x1b]7;p\a",
	} {
		f.Add([]byte(s), uint8(1), uint8(3))
	}
	f.Fuzz(func(t *testing.T, in []byte, first, step uint8) {
		want, title := model(string(in))
		cut := chunks(string(in[:min(len(in), int(first))]), 1)
		cut = append(cut, chunks(string(in[min(len(in), int(first)):]), 1+int(step))...)
		var fl Filter
		out, got := run(&fl, cut)
		if out != want || got != title {
			t.Errorf("%q: %q, title %q, want %q, title %q", in, out, got, want, title)
		}
	})
}

// model is what Filter is to do, written for a stream that is there as a whole.
func model(in string) (out, title string) {
	var b strings.Builder
	var s State
	for i := 0; i < len(in); {
		rest := in[i:]
		if s != Ground || rest[0] != escape {
			b.WriteByte(rest[0])
			s = s.Next(rest[0])
			i++
			continue
		}
		asTitle0 := strings.NewReplacer("1", "0", "2", "0").Replace(rest[:min(4, len(rest))])
		if title0 := "\x1b]0;"; len(rest) < 4 && strings.HasPrefix(title0, asTitle0) {
			break // undecided
		} else if asTitle0 != title0 {
			b.WriteByte(escape)
			s = Escape
			i++
			continue
		}
		n := strings.IndexAny(rest[1:], "\a\x1b\x18\x1a") + 1
		if n == 0 && len(rest) <= maxHeld {
			break // unfinished
		}
		if n == 0 || n >= maxHeld || rest[n] == cancel || rest[n] == substitute {
			b.WriteByte(escape)
			s = Escape
			i++
			continue
		}
		title = rest[4:n]
		i += n
		if rest[n] == bell {
			i++
		} else if strings.HasPrefix(rest[n:], "\x1b\\") {
			i += 2
		}
	}
	return b.String(), title
}

func chunks(s string, size int) [][]byte {
	var out [][]byte
	for len(s) > 0 {
		n := min(size, len(s))
		out = append(out, []byte(s[:n]))
		s = s[n:]
	}
	return out
}

// run feeds the chunks, and spoils each one afterwards to show that nothing of it is retained.
func run(f *Filter, in [][]byte) (out, title string) {
	var b bytes.Buffer
	for _, p := range in {
		b.Write(f.Filter(p))
		for i := range p {
			p[i] = 'X'
		}
		if s, ok := f.Title(); ok {
			title = s
		}
	}
	return b.String(), title
}

func BenchmarkFilter(b *testing.B) {
	line := `{"type":"message_update","delta":"` + strings.Repeat("words · and more words ", 80) + "\"}\r\n"
	screen := strings.Repeat("\x1b[38;5;12mfunc\x1b[0m main() {\x1b[K\r\n", 60) + "\x1b]0;✳ working\a"
	for name, text := range map[string]string{"lines": line, "screen": screen} {
		b.Run(name, func(b *testing.B) {
			p := []byte(strings.Repeat(text, 1+32<<10/len(text)))
			var f Filter
			b.SetBytes(int64(len(p)))
			b.ReportAllocs()
			for b.Loop() {
				f.Filter(p)
			}
		})
	}
}
