package modes_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"

	"github.com/turnguard/turnguard/prompt/internal/esc"
	"github.com/turnguard/turnguard/prompt/internal/modes"
)

// after is the state that a stream leaves when it comes in chunks of a size.
func after(stream string, size int) *modes.State {
	var s modes.State
	f := esc.Filter{Sequence: s.Follow}
	for p := range slices.Chunk([]byte(stream), size) {
		f.Filter(p)
	}
	return &s
}

// What real agents write when they start.
const (
	fullscreen = "\x1b[?1049h\x1b[?7l\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1004h\x1b[?1006h\x1b[?2004h" +
		"\x1b[>7u\x1b[?u\x1b[?2031h\x1b[?25l"
	inline = "\x1b[?2004h\x1b[?u\x1b[>4;2m\x1b]133;A\a\x1b[?25l"
)

func TestModesAreLeftAndRestored(t *testing.T) {
	tests := []struct {
		name, in              string
		tui                   bool
		leave, restore, reset string
	}{
		{
			name: "nothing", in: "text\r\n\x1b[1;31mred\x1b[m\x1b[2J\x1b[3;4H",
			leave: "\x1b[?1049h" + modes.Clear, restore: "\x1b[?1049l",
		},
		{
			name: "a full-screen agent", in: fullscreen, tui: true,
			leave: "\x1b[=0u\x1b[?25h\x1b[?2031l\x1b[?2004l\x1b[?1006l\x1b[?1004l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?7h" +
				modes.Clear,
			restore: modes.Clear + "\x1b[?7l\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1004h\x1b[?1006h\x1b[?2004h\x1b[?2031h" +
				"\x1b[?25l\x1b[=7u",
			reset: "\x1b[?25h\x1b[?2031l\x1b[?2004l\x1b[?1006l\x1b[?1004l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?7h" +
				"\x1b[<1u\x1b[m\x1b[?1049l",
		},
		{
			name: "an inline agent", in: inline, tui: true,
			leave:   "\x1b[?25h\x1b[?2004l\x1b[>4m\x1b[?1049h" + modes.Clear,
			restore: "\x1b[?1049l\x1b[>4;2m\x1b[?2004h\x1b[?25l",
			reset:   "\x1b[?25h\x1b[?2004l\x1b[>4m\x1b[m\r\n\x1b[J",
		},
		{
			name: "keys on both screens", in: "\x1b[>1u\x1b[?1049h\x1b[>5u\x1b[>7u\x1b[?1049l", tui: true,
			leave:   "\x1b[=0u\x1b[?1049h\x1b[=0u" + modes.Clear,
			restore: "\x1b[=7u\x1b[?1049l\x1b[=1u",
			reset:   "\x1b[<1u\x1b[?1049h\x1b[<2u\x1b[?1049l\x1b[m\r\n\x1b[J",
		},
		{
			name: "keys of the alternate screen shown", in: "\x1b[>1u\x1b[?1047h\x1b[=5u", tui: true,
			leave: "\x1b[=0u" + modes.Clear, restore: modes.Clear + "\x1b[=5u",
			reset: "\x1b[=0u\x1b[m\x1b[?1047l\x1b[<1u",
		},
		{
			name: "more keys than fit", in: strings.Repeat("\x1b[>1u", 9) + "\x1b[<7u", tui: true,
			leave: "\x1b[=0u\x1b[?1049h" + modes.Clear, restore: "\x1b[?1049l\x1b[=1u", reset: "\x1b[=0u\x1b[m\r\n\x1b[J",
		},
		{
			name: "the alternate screen twice", in: "\x1b[?1049h\x1b[?47h", tui: true,
			leave: modes.Clear, restore: modes.Clear, reset: "\x1b[m\x1b[?1049l",
		},
		{
			name: "a progress bar", in: "\x1b[?25l\x1b[?2026h 50%",
			leave:   "\x1b[?2026l\x1b[?25h\x1b[?1049h" + modes.Clear,
			restore: "\x1b[?1049l\x1b[?25l\x1b[?2026h",
			reset:   "\x1b[?2026l\x1b[?25h",
		},
		{
			name: "a scroll region, the keypad, a cursor", in: "\x1b[2;20r\x1b=\x1b[5 q\x1b[?1h",
			leave:   "\x1b[?1l\x1b>\x1b[0 q\x1b7\x1b[r\x1b8\x1b[?1049h" + modes.Clear,
			restore: "\x1b[?1049l\x1b7\x1b[2;20r\x1b8\x1b[5 q\x1b=\x1b[?1h",
			reset:   "\x1b[?1l\x1b>\x1b[0 q\x1b7\x1b[r\x1b8",
		},
		{
			name: "half a scroll region", in: "\x1b[5r", leave: "\x1b7\x1b[r\x1b8\x1b[?1049h" + modes.Clear,
			restore: "\x1b[?1049l\x1b7\x1b[5r\x1b8", reset: "\x1b7\x1b[r\x1b8",
		},
		{
			name: "the last mouse mode counts", in: "\x1b[?1003;1000h", tui: true,
			leave:   "\x1b[?1000l\x1b[?1003l\x1b[?1049h" + modes.Clear,
			restore: "\x1b[?1049l\x1b[?1003h\x1b[?1000h",
			reset:   "\x1b[?1000l\x1b[?1003l\x1b[m\r\n\x1b[J",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range []int{1, 2, 3, 7, 1000} {
				s := after(tt.in, size)
				if s.TUI() != tt.tui || s.Leave() != tt.leave || s.Restore() != tt.restore || s.Reset() != tt.reset {
					t.Errorf("in chunks of %d: TUI %v\nleave   %q\nrestore %q\nreset   %q\n"+
						"want %v\n        %q\n        %q\n        %q",
						size, s.TUI(), s.Leave(), s.Restore(), s.Reset(), tt.tui, tt.leave, tt.restore, tt.reset)
				}
			}
		})
	}
}

func TestModesGoAsTheyCame(t *testing.T) {
	for _, in := range []string{
		"\x1b[?1049;2004h\x1b[?2004l\x1b[?1049l",
		"\x1b[?1049h\x1b[?47l",
		"\x1b[>7u\x1b[<u", "\x1b[>7u\x1b[>5u\x1b[<2u",
		"\x1b[=5u\x1b[=1;3u\x1b[=4;3u", "\x1b[=5u\x1b[<9u",
		"\x1b[>u\x1b[<0u",
		"\x1b[>4;2m\x1b[>4m", "\x1b[>4;2m\x1b[>m", "\x1b[>4;1m\x1b[>4n", "\x1b[>4;2m\x1b[>4;0m",
		"\x1b=\x1b>", "\x1b[2;5r\x1b[r", "\x1b[3 q\x1b[ q", "\x1b[?25;7l\x1b[?7;25h",
		fullscreen + inline + "\x1b[2;5r\x1bc",
		"\x1b[?25;7l\x1b[?1h\x1b=\x1b[2;5r\x1b[!p",
		"\x1b[?100\x0049h\x1b[?1049\x0bl",
	} {
		if s := after(in, 3); s.Reset() != "" || s.TUI() {
			t.Errorf("after %q: TUI %v, %q", in, s.TUI(), s.Reset())
		}
	}
}

func TestWhatIsNoModeIsNotFollowed(t *testing.T) {
	for _, in := range []string{
		"\x1b[2004h", "\x1b[?12h", "\x1b[?2004$p", "\x1b[?2004$y", "\x1b[?2004s", "\x1b[?2004r", "\x1b[?65536h", "\x1b[?u",
		"\x1b[?2004:1h", "\x1b[?2004\x18h", "\x1b[?2004\x1b[mh", "\x1b]0;\x1b[?2004", "\x1bP[?2004h\x1b\\", "\x1b[2004?h",
		"\x1b[>2;2m", "\x1b[>1;2f", "\x1b[u", "\x1b[s", "\x1b(c", "\x1b(=", "\x1b[5q", "\x1b[c", "\x1b[>c", "\x1b[=c",
		"\x1b[?" + strings.Repeat("1;", 50) + "2004h" + "\x1b[?1l", "\x1b[?" + strings.Repeat("0", 2000) + "2004h",
	} {
		for _, size := range []int{1, 1000, 10000} {
			if s := after(in, size); s.Reset() != "" || s.TUI() {
				t.Errorf("after %q: TUI %v, %q", in, s.TUI(), s.Reset())
			}
		}
	}
}

// settings are what terminals agree on; of garbage each may make something else.
var (
	settings = rapid.OneOf(
		rapid.SampledFrom([]string{
			fullscreen, inline, "text\r\n", "\x1b[m", "\x1b=", "\x1b>", "\x1b[r", "\x1b[2;9r", "\x1b[4 q",
			"\x1b[>4;2m", "\x1b[>4;1m", "\x1b[>m", "\x1b[>7u", "\x1b[>1u", "\x1b[<u", "\x1b[<3u", "\x1b[=5;1u",
			"\x1b[?1049h", "\x1b[?1049l",
		}),
		rapid.StringMatching(`\x1b\[\?(1|7|9|25|100[0-7]|101[56]|20(04|26|27|31|48))(;(7|25|1003|2004))?[hl]`),
	)
	garbage = rapid.OneOf(
		rapid.SampledFrom([]string{
			"\x1bc", "\x1b[!p", "\x1b[5r", "\x1b[;9r", "\x1b[>99999u", "\x1b[<99999u", "\x1b[=2;2u", "\x1b[=1;3u", "\x1b[=9;9u",
			"\x1b[?47h", "\x1b[?47l", "\x1b[?1047h", "\x1b[?1047l", "\x1b[>4n",
		}),
		rapid.StringMatching(`\x1b[\[(\]P][<=>?!]?[0-9:;]{0,6}[ -/]?[@-~]`),
	)
)

// stream draws a stream that ends outside of any sequence.
func stream(t *rapid.T, parts ...*rapid.Generator[string]) string {
	return strings.Join(rapid.SliceOf(rapid.OneOf(parts...)).Draw(t, "stream"), "") + "\x18"
}

func TestLeavingAndRestoringChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := stream(t, settings, garbage)
		before := after(in, 1000)
		away := after(in+before.Leave(), 1000)
		if got := away.Restore(); got != modes.Clear {
			t.Errorf("after %q\n%q does not leave %q", in, before.Leave(), got)
		}
		back := after(in+before.Leave()+before.Restore(), 1000)
		if got, want := looks(back), looks(before); got != want {
			t.Errorf("after %q: %s\n%q%q: %s", in, want, before.Leave(), before.Restore(), got)
		}
		if end := after(in+before.Reset(), 1000); looks(end) != looks(&modes.State{}) {
			t.Errorf("after %q\n%q: %s", in, before.Reset(), looks(end))
		}
	})
}

// looks is all that can be seen of a state.
func looks(s *modes.State) string {
	return fmt.Sprintf("TUI %v, leave %q, restore %q, reset %q", s.TUI(), s.Leave(), s.Restore(), s.Reset())
}

// emulator is a terminal that is not ours, and can say which private modes are on.
type emulator struct {
	*vt.Emulator
	on map[int]bool
}

// newEmulator makes one, and writes to it.
func newEmulator(in string) emulator {
	e := emulator{vt.NewEmulator(40, 10), map[int]bool{}}
	note := func(on bool) func(ansi.Mode) {
		return func(m ansi.Mode) {
			if _, private := m.(ansi.DECMode); private {
				e.on[m.Mode()] = on
			}
		}
	}
	e.SetCallbacks(vt.Callbacks{EnableMode: note(true), DisableMode: note(false)})
	go func() { _, _ = io.Copy(io.Discard, e) }() // what it answers
	_, _ = e.WriteString(in)
	return e
}

// hangUp ends the reader of its answers. Close would race with it.
func (e emulator) hangUp() { _ = e.InputPipe().(io.Closer).Close() }

// state is what differs from a new terminal.
func (e emulator) state() string {
	var odd []int
	for m, on := range e.on {
		if on != (m == 7 || m == 25) && m != 1049 {
			odd = append(odd, m)
		}
	}
	slices.Sort(odd)
	return fmt.Sprintf("alternate screen %v, modes %v", e.IsAltScreen(), odd)
}

func TestATerminalEndsWhereTheStateSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := stream(t, settings)
		s, e := after(in, 1000), newEmulator(in)
		defer e.hangUp()
		agents := e.state()
		_, _ = e.WriteString(s.Leave())
		if got, want := e.state(), "alternate screen true, modes []"; got != want {
			t.Errorf("%q, left: %s", in, got)
		}
		_, _ = e.WriteString(s.Restore())
		if got := e.state(); got != agents {
			t.Errorf("%q: %s, restored: %s", in, agents, got)
		}
		_, _ = e.WriteString(s.Reset())
		if got, want := e.state(), "alternate screen false, modes []"; got != want {
			t.Errorf("%q, reset: %s", in, got)
		}
	})
}

// FuzzFollow feeds a stream cut up in two ways, which must come to the same.
func FuzzFollow(f *testing.F) {
	f.Add([]byte(fullscreen+inline), uint8(3))
	f.Add([]byte("\x1b[?1049;7;25h\x1b[<9u\x1b[=7;2u\x1b[>4;2m\x1b[2;3r\x1b[1 q\x1bc"), uint8(1))
	f.Add([]byte("\x1b[>4n\x1b[!p\x1b=\x1b\n>\x1b[?2004\x1b[?2004:h\x1b]0;t\x1b[?1h"), uint8(2))
	f.Fuzz(func(t *testing.T, in []byte, size uint8) {
		whole, cut := after(string(in), len(in)+1), after(string(in), int(size)+1)
		if got, want := looks(cut), looks(whole); got != want {
			t.Errorf("%q: %s, in chunks of %d: %s", in, want, size+1, got)
		}
		if end := after(string(in)+"\x18"+whole.Reset(), len(in)+1); end.Reset() != "" || end.TUI() {
			t.Errorf("%q: reset to %s", in, looks(end))
		}
	})
}
