package modes_test

import (
	"strings"
	"testing"

	"github.com/turnguard/turnguard/prompt/internal/esc"
	"github.com/turnguard/turnguard/prompt/internal/modes"
)

// BenchmarkFollow measures what following the modes adds to the walk through a stream that has to be made anyway.
func BenchmarkFollow(b *testing.B) {
	frame := "\x1b[?2026h\x1b[?25l\x1b[3;1H" + strings.Repeat("\x1b[38;5;12mfunc\x1b[0m main() {\x1b[K\r\n", 30) +
		"\x1b[?25h\x1b[?2026l"
	line := `{"type":"message_update","delta":"` + strings.Repeat("words · and more words ", 80) + "\"}\r\n"
	for name, text := range map[string]string{"frames": frame, "lines": line} {
		p := []byte(strings.Repeat(text, 1+32<<10/len(text)))
		for _, follow := range []bool{false, true} {
			b.Run(name+map[bool]string{true: " followed"}[follow], func(b *testing.B) {
				var f esc.Filter
				var s modes.State
				if follow {
					f.Sequence = s.Follow
				}
				b.SetBytes(int64(len(p)))
				b.ReportAllocs()
				for b.Loop() {
					f.Filter(p)
				}
			})
		}
	}
}
