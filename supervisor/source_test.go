package supervisor

import (
	"testing"

	"github.com/turnguard/turnguard/detect"
)

// TestOneSourceCounts plays what the hook and the stream tell. A script has a letter for each event: a dot is the hook's
// first call, P a prompt that it tells of, H and S are turns of hook and stream, h and s turns taken back, x is the hook lost.
func TestOneSourceCounts(t *testing.T) {
	tests := []struct {
		name     string
		script   string
		turns    int
		degraded bool
	}{
		{"both tell the same", ".HSHSHS", 3, false},
		{"the stream is late", ".HHHSSS", 3, false},
		{"the stream is early by a turn", ".SHSHSH", 3, false},
		{"a failed turn is no turn on either", ".HhSsHS", 1, false},
		{"the hook is never called", "SSS", 3, true},
		{"the hook is called too late", "SS.HSS", 4, true},
		{"the hook is passed over", ".HSSS", 3, true},
		{"the hook is passed over after the stream was early", ".SHSSS", 4, true},
		{"interrupted prompts are no head start", ".PHPHPHPHPHSSSS", 7, true},
		{"what the hook told of before it was lost counts once", ".HHHxSSSS", 4, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := source{passive: "stream"}
			s.install(&detect.Table{})
			turns := 0
			count := func(counts bool, kind detect.Kind) {
				switch {
				case counts && kind == detect.Turn:
					turns++
				case counts:
					turns--
				}
			}
			for _, letter := range tt.script {
				kind := detect.Turn
				if letter == 'h' || letter == 's' {
					kind = detect.Void
				}
				switch letter {
				case '.':
					s.heard()
				case 'P':
					s.fromHook(detect.Event{Kind: detect.Prompt})
				case 'x':
					turns += s.lose("it has gone")
				case 'H', 'h':
					count(s.fromHook(detect.Event{Kind: kind}), kind)
				default:
					counts, lost := s.fromPassive(detect.Event{Kind: kind})
					if lost != "" {
						turns += s.lose(lost)
					}
					count(counts, kind)
				}
			}
			if turns != tt.turns || (s.degraded != "") != tt.degraded {
				t.Errorf("%d turns, degraded %q; want %d, %t", turns, s.degraded, tt.turns, tt.degraded)
			}
		})
	}
}
