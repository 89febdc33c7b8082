package prompt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

const (
	// fullscreen and inline are what real agents write when they start, and when they end.
	fullscreen = "\x1b[?1049h\x1b[?7l\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1004h\x1b[?1006h\x1b[?2004h\x1b[>7u" +
		"\x1b[?2031h\x1b[?25l"
	fullscreenEnd = "\x1b[?2031l\x1b[<u\x1b[?2004l\x1b[?1006l\x1b[?1004l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?7h" +
		"\x1b[?1049l\x1b[?25h"
	inline    = "\x1b[?2004h\x1b[>4;2m\x1b[>7u\x1b[?25l"
	inlineEnd = "\x1b[?2004l\x1b[<u\x1b[>4m\x1b[?25h"
)

// glance is what there is to see of a terminal, and how it is set up.
type glance struct {
	text, scrolled string
	column, row    int // of the cursor
	alternate      bool
	modes          string // those that are not as usual
}

func (s *screen) glance() glance {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := glance{text: trimmed(s.vt.String()), alternate: s.vt.IsAltScreen()}
	g.column, g.row = s.vt.CursorPosition().X, s.vt.CursorPosition().Y
	for _, line := range s.vt.Scrollback().Lines() {
		g.scrolled += trimmed(line.String()) + "\n"
	}
	var odd []int
	for m, on := range s.modes {
		if on != (m == 7 || m == 25) && m != 1049 {
			odd = append(odd, m)
		}
	}
	slices.Sort(odd)
	g.modes = fmt.Sprint(odd)
	return g
}

// settled waits until all that was written so far is on the screen.
func (s *screen) settled(term *Terminal) glance {
	s.t.Helper()
	const mark = "\x1b]9;mark\a"
	n := strings.Count(s.output(), mark) + 1
	write(s.t, term, mark)
	s.until("mark", func() bool { return strings.Count(string(s.raw), mark) == n })
	return s.glance()
}

// alone is the question on a screen of its own.
const alone = `
turnguard

Turn limit reached
You've used 25 turns. Continue?

  tools      18 bash, 4 read
  last said  "All tests pass."
  no answer within 5m stops the agent

? Press y, a or n, or an arrow key, then Enter.
  yes, 25 more turns
  another limit...
  no, stop the agent`

func TestQuestionLeavesTheScreenOfAnInlineAgentAlone(t *testing.T) {
	s := newScreen(t, 60, 20)
	term := s.open(colored)
	for i := range 30 {
		write(t, term, fmt.Sprintf("line %d\r\n", i))
	}
	write(t, term, inline+"\x1b[31m> a half-typed draft\r\n----\x1b[A\x1b[5G")
	before := s.settled(term)
	if before.alternate || before.modes != "[25 2004]" || !term.TUI() || term.FullScreen() {
		t.Fatalf("TUI %v, full screen %v, %+v", term.TUI(), term.FullScreen(), before)
	}
	c := ask(t.Context(), s, term, example())
	if during := s.glance(); during.text != alone || !during.alternate || during.modes != "[25 2004]" {
		t.Errorf("during the question: %+v", during)
	}
	s.typeKeys("y\r")
	if a, err := answered(t, c); a != (Answer{Choice: Continue}) || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
	if after := s.settled(term); after != before {
		t.Errorf("after the question:\n%+v\nwant\n%+v", after, before)
	}
	if out := s.output(); !strings.HasSuffix(out, "\x1b[?1049l\x1b[>4;2m\x1b[?2004h\x1b[?25l\x1b[=7u\x1b]9;mark\a") {
		t.Errorf("the keyboard was not restored: %q", out)
	}
}

func TestQuestionTakesTheAlternateScreenForAWhile(t *testing.T) {
	s := newScreen(t, 60, 20)
	term := s.open(colored)
	write(t, term, "$ agent\r\n"+fullscreen+"a full screen")
	before := s.settled(term)
	if !before.alternate || before.modes != "[7 25 1000 1002 1003 1004 1006 2004 2031]" || !term.FullScreen() {
		t.Fatalf("full screen %v, %+v", term.FullScreen(), before)
	}
	c := ask(t.Context(), s, term, example())
	if during := s.glance(); during.text != alone || !during.alternate || during.modes != "[25 2004]" {
		t.Errorf("during the question: %+v", during)
	}
	s.typeKeys("a\r40\r")
	if a, err := answered(t, c); a != (Answer{ChangeLimit, "40"}) || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
	before.text, before.column, before.row = "", 0, 0 // for the agent to draw again
	if after := s.settled(term); after != before {
		t.Errorf("after the question:\n%+v\nwant\n%+v", after, before)
	}
	write(t, term, "\x1b[?1049l")
	if got := s.settled(term); got.text != "$ agent" {
		t.Errorf("the main screen:\n%s", got.text)
	}
}

func TestQuestionOverATUIGoesWhenItsContextEnds(t *testing.T) {
	for name, setup := range map[string]string{"inline": inline, "fullscreen": fullscreen} {
		s := newScreen(t, 60, 20)
		term := s.open(colored)
		write(t, term, "text\r\n"+setup)
		before := s.settled(term)
		ctx, cancel := context.WithCancel(t.Context())
		c := ask(ctx, s, term, example())
		cancel()
		if a, err := answered(t, c); a != (Answer{}) || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
		if after := s.settled(term); after != before {
			t.Errorf("%s: %+v, want %+v", name, after, before)
		}
	}
}

func TestQuestionOverATUINeedsNoTitleAndNoFacts(t *testing.T) {
	s := newScreen(t, 60, 20)
	term := s.open(colored)
	write(t, term, inline)
	c := make(chan result, 1)
	go func() {
		a, err := term.Ask(t.Context(), Question{Text: "Continue?", Yes: "yes"})
		c <- result{a, err}
	}()
	s.untilShown("\n\nContinue?\n\n? Press y or n")
	s.typeKeys("y\r")
	if a, err := answered(t, c); a != (Answer{Choice: Continue}) || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestCloseEndsTheQuestionOverATUI(t *testing.T) {
	for name, setup := range map[string]string{"inline": inline, "fullscreen": fullscreen} {
		s := newScreen(t, 60, 20)
		term := s.open(colored)
		write(t, term, "text\r\n"+setup)
		c := ask(t.Context(), s, term, example())
		if err := term.Close(); err != nil {
			t.Error(err)
		}
		if a, err := answered(t, c); a != (Answer{}) || !errors.Is(err, os.ErrClosed) {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
		s.until("the user's title", func() bool { return strings.HasSuffix(string(s.raw), popTitle) })
		if got := s.glance(); got.text != "text" || got.alternate || got.modes != "[]" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestQuestionBreaksIntoASequenceOfATUI(t *testing.T) {
	s := newScreen(t, 60, 20)
	term := s.open(colored)
	write(t, term, inline+"draft\x1b[3")
	c := ask(t.Context(), s, term, example())
	s.typeKeys("n\r")
	if a, err := answered(t, c); a != (Answer{}) || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
	write(t, term, "1m more")
	if got := s.settled(term); got.text != "draft more" {
		t.Errorf("the screen:\n%s", got.text)
	}
}

// resizeAsked gives the window another size and tells the question, as the kernel does with a window of the process.
func (s *screen) resizeAsked(columns, rows int) {
	s.t.Helper()
	s.resize(columns, rows)
	if err := unix.Kill(os.Getpid(), unix.SIGWINCH); err != nil {
		s.t.Fatal(err)
	}
}

func TestQuestionOverATUIFitsEveryWindow(t *testing.T) {
	s := newScreen(t, 60, 20)
	term := s.open(colored)
	write(t, term, fullscreen)
	c := ask(t.Context(), s, term, example())
	s.typeKeys("n")
	s.untilShown("> no, stop the agent")
	chosen := strings.Replace(alone, "  no, stop", "> no, stop", 1)
	for _, tt := range []struct {
		columns, rows int
		want          string
	}{
		{40, 12, `Turn limit reached
You've used 25 turns. Continue?
  tools      18 bash, 4 read
  last said  "All tests pass."
  no answer within 5m stops the agent
? Press y, a or n, or an arrow key, th…
  yes, 25 more turns
  another limit...
> no, stop the agent`},
		{20, 8, `Turn limit reached
You've used 25 tur…
? Press y, a or n,…
  yes, 25 more tur…
  another limit...
> no, stop the age…`},
		{60, 7, `You've used 25 turns. Continue?
? Press y, a or n, or an arrow key, then Enter.
  yes, 25 more turns
  another limit...
> no, stop the agent`},
		{200, 50, chosen},
		{60, 20, chosen},
	} {
		s.resizeAsked(tt.columns, tt.rows)
		s.until(fmt.Sprintf("question of %d by %d", tt.columns, tt.rows), func() bool {
			return trimmed(s.vt.String()) == tt.want
		})
	}
	s.typeKeys("a\r4")
	s.untilShown(": 4")
	s.resizeAsked(70, 20)
	s.until("the limit typed so far", func() bool {
		text := trimmed(s.vt.String())
		return strings.HasPrefix(text, "\nturnguard\n") && strings.HasSuffix(text, "? New limit (nothing to go back): 4")
	})
	s.typeKeys("0\r")
	if a, err := answered(t, c); a != (Answer{ChangeLimit, "40"}) || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestCloseCleansUpAfterAKilledTUI(t *testing.T) {
	for _, tt := range []struct {
		name, output, want string
	}{
		{"fullscreen", "$ agent\r\n" + fullscreen + "half a frame\x1b[?2026h\x1b[3", "$ agent\n$"},
		{"inline", "$ agent\r\n" + inline + "> draft\r\n----\x1b[A\x1b[5G", "$ agent\n> draft\n$"},
	} {
		for _, l := range []look{colored, {}} {
			s := newScreen(t, 60, 20)
			before := s.mode()
			term := openRaw(s, l)
			write(t, term, tt.output)
			if !term.TUI() {
				t.Errorf("%s: no TUI", tt.name)
			}
			if err := term.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := s.slave.WriteString("$ "); err != nil {
				t.Fatal(err)
			}
			s.until("the shell's prompt", func() bool { return strings.HasSuffix(string(s.raw), "$ ") })
			got := s.glance()
			if got.text != tt.want || got.column != len("$ ") || got.alternate || got.modes != "[]" {
				t.Errorf("%s, titles %v: %+v", tt.name, l.titles, got)
			}
			if s.mode() != before {
				t.Errorf("%s: the terminal's mode was not restored", tt.name)
			}
			if out := s.output(); !strings.Contains(out, "\x1b[<1u") || l.titles != strings.HasSuffix(out, popTitle+"$ ") {
				t.Errorf("%s: keys or title were not restored: %q", tt.name, out)
			}
		}
	}
}

func TestCloseAddsNothingToAStreamThatSetNothing(t *testing.T) {
	const output = "{}\r\n\x1b[1mtext\x1b[m\r\n\x1b[?25l50%\x1b[?25h\r\n\x1b[3"
	s := newScreen(t, 60, 20)
	term := openRaw(s, look{color: true})
	write(t, term, output)
	if err := term.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.slave.WriteString("<end>"); err != nil {
		t.Fatal(err)
	}
	s.until("end", func() bool { return strings.HasSuffix(string(s.raw), "<end>") })
	if got := s.output(); got != output+"<end>" {
		t.Errorf("%q", got)
	}
}

func TestPrintWaitsForATUIToGo(t *testing.T) {
	for name, tt := range map[string][2]string{
		"fullscreen": {fullscreen, fullscreenEnd},
		"inline":     {inline, inlineEnd},
	} {
		s := newScreen(t, 60, 40)
		term := openRaw(s, colored)
		write(t, term, tt[0]+"draft")
		for i := range maxKept + 2 {
			term.Print(fmt.Sprintf("turnguard: %d", i))
		}
		if got := s.settled(term); strings.Contains(got.text, "turnguard") || !term.TUI() {
			t.Errorf("%s: a line in the TUI: %+v", name, got)
		}
		write(t, term, tt[1]+"bye")
		got := s.settled(term)
		if term.TUI() || strings.Contains(got.text, "turnguard: 1\n") ||
			!strings.Contains(got.text, "bye\nturnguard: 2\nturnguard: 3\n") || !strings.HasSuffix(got.text, ": 33") {
			t.Errorf("%s: TUI %v, the screen:\n%s", name, term.TUI(), got.text)
		}
		term.Print("turnguard: at once")
		if got := s.settled(term); !strings.HasSuffix(got.text, "\nturnguard: at once") {
			t.Errorf("%s: the screen:\n%s", name, got.text)
		}
	}
}

func TestClosePrintsWhatStillWaits(t *testing.T) {
	for name, setup := range map[string]string{"inline": inline, "fullscreen": fullscreen} {
		s := newScreen(t, 60, 20)
		term := openRaw(s, colored)
		write(t, term, "$ agent\r\n"+setup+"draft")
		term.Print("turnguard: one")
		term.Print("turnguard: two")
		if err := term.Close(); err != nil {
			t.Fatal(err)
		}
		s.until("title", func() bool { return strings.HasSuffix(string(s.raw), popTitle) })
		want := "$ agent\nturnguard: one\nturnguard: two"
		if name == "inline" {
			want = "$ agent\ndraft\nturnguard: one\nturnguard: two"
		}
		if got := s.glance(); got.text != want || got.alternate {
			t.Errorf("%s:\n%s\nwant\n%s", name, got.text, want)
		}
	}
}

func TestTUIMayBeAskedForAtAnyTime(t *testing.T) {
	s := newScreen(t, 60, 20)
	term := openRaw(s, colored)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 100 {
			_, _ = term.Write([]byte("\x1b[?1049h"))
			_, _ = term.Write([]byte("\x1b[?1049l"))
		}
	}()
	for seen := true; seen; {
		term.TUI()
		select {
		case <-done:
			seen = false
		default:
		}
	}
	if term.TUI() {
		t.Error("a TUI that has gone")
	}
	term.out.Lock() // by a question, say
	defer term.out.Unlock()
	if term.TUI() {
		t.Error("a TUI that has gone")
	}
}
