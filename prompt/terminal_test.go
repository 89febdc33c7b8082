package prompt

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// openRaw opens a terminal that passes on what it is given as it is.
func openRaw(s *screen, l look) *Terminal {
	s.t.Helper()
	term := s.open(l)
	if err := term.Raw(func([]byte) {}); err != nil {
		s.t.Fatal(err)
	}
	return term
}

func TestOutputGoesThroughByteForByte(t *testing.T) {
	random := make([]byte, 1<<20)
	r := rand.NewChaCha8([32]byte{})
	_, _ = r.Read(random)
	var got bytes.Buffer
	near, drained := sink(t, &got)
	term, err := open(near, colored, arming{})
	if err != nil {
		t.Fatal(err)
	}
	if err := term.Raw(func([]byte) {}); err != nil {
		t.Fatal(err)
	}
	for p := range slices.Chunk(random, 4095) {
		write(t, term, string(p))
	}
	if err := term.Close(); err != nil {
		t.Fatal(err)
	}
	<-drained
	if !bytes.HasPrefix(got.Bytes(), append([]byte(pushTitle), random...)) {
		t.Error("the terminal got something else")
	}
}

func TestTitlesOfTheAgentBecomeTheTailOfOurs(t *testing.T) {
	s := newScreen(t, 80, 24)
	term := openRaw(s, colored)
	term.SetTitle("Turns: 1/25")
	s.until("head", func() bool { return s.title == "Turns: 1/25" })
	write(t, term, "text\x1b]0;π - pro")
	write(t, term, "ject\a and\x1b]2;Ω \x1b\\ more\r\n")
	s.until("tail", func() bool { return s.title == "Turns: 1/25 · Ω" })
	term.SetTitle("Turns: 2/25")
	s.until("new head", func() bool { return s.title == "Turns: 2/25 · Ω" })
	if err := term.Close(); err != nil {
		t.Fatal(err)
	}
	s.until("the title of before", func() bool { return bytes.HasSuffix(s.raw, []byte("\x1b]0;Ω\a"+popTitle)) })
	if got := s.output(); !strings.HasPrefix(got, pushTitle) {
		t.Errorf("the title was not remembered: %q", got)
	}
	if got := s.text(); got != "text and more" {
		t.Errorf("the screen: %q", got)
	}
}

func TestTitlesAreWrittenBetweenSequencesOnly(t *testing.T) {
	s := newScreen(t, 80, 24)
	term := openRaw(s, colored)
	write(t, term, "\x1b[3")
	term.title.head.Store("Turns: 1/25")
	term.out.Lock()
	term.writeTitle()
	term.out.Unlock()
	write(t, term, "1mred\xe2")
	write(t, term, "\x82")
	write(t, term, "\xac")
	s.until("title", func() bool { return s.title == "Turns: 1/25" })
	if got, want := s.output(), pushTitle+"\x1b[31mred€"; !strings.HasPrefix(got, want) {
		t.Errorf("%q does not begin with %q", got, want)
	}
}

func TestTitlesStayTheAgentsWhenOursAreNotWanted(t *testing.T) {
	s := newScreen(t, 80, 24)
	term := openRaw(s, look{color: true})
	term.SetTitle("Turns: 1/25")
	write(t, term, "\x1b]0;its own\a")
	if got := s.seen(term); got != "\x1b]0;its own\a" {
		t.Errorf("%q", got)
	}
}

func TestPrintTakesALineOfItsOwn(t *testing.T) {
	s := newScreen(t, 80, 24)
	term := openRaw(s, colored)
	term.Print("turnguard: one")
	write(t, term, "half a line")
	term.Print("turnguard: two\x1b[2J\nand a half")
	write(t, term, "a line\r\n\x1b[3")
	term.Print("turnguard: three")
	write(t, term, "1mred")
	s.seen(term)
	want := "turnguard: one\nhalf a line\nturnguard: two and a half\na line\nturnguard: three\nred<mark>"
	if got := s.text(); got != want {
		t.Errorf("the screen:\n%s\nwant\n%s", got, want)
	}
}

func TestCloseMayBeCalledByAllAtOnce(t *testing.T) {
	s := newScreen(t, 80, 24)
	before := s.mode()
	term := openRaw(s, colored)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if err := term.Close(); err != nil {
				t.Error(err)
			}
		})
		wg.Go(func() { _, _ = term.Write([]byte("\x1b[1")) })
		wg.Go(func() { term.SetTitle("Turns: 1/25") })
	}
	wg.Wait()
	if s.mode() != before {
		t.Error("the terminal's mode was not restored")
	}
	s.until("title", func() bool { return bytes.HasSuffix(s.raw, []byte(popTitle)) })
	if n := strings.Count(s.output(), popTitle); n != 1 {
		t.Errorf("the title was restored %d times", n)
	}
	if _, err := term.Write([]byte("late")); err == nil {
		t.Error("output after Close")
	}
}

func TestSizeIsThatOfTheTerminal(t *testing.T) {
	s := newScreen(t, 132, 43)
	term := s.open(colored)
	if size, err := term.Size(); err != nil || size.Col != 132 || size.Row != 43 {
		t.Errorf("%+v, %v", size, err)
	}
	if term.Termios() != s.mode() {
		t.Error("not the terminal's mode")
	}
}

func TestTerminalsOfAnySizeCanAsk(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {9, 2}, {1000, 1000}} {
		s := newScreen(t, 80, 24)
		setSize(t, s.slave, size[0], size[1])
		term := s.open(colored)
		c := make(chan result, 1)
		go func() {
			a, err := term.Ask(t.Context(), example())
			c <- result{a, err}
		}()
		s.until("question", func() bool { return strings.Contains(string(s.raw), bracketPastes) })
		s.typeKeys("y\r")
		if a, err := answered(t, c); a.Choice != Continue || err != nil {
			t.Errorf("%v: %+v, %v", size, a, err)
		}
	}
}

func TestEnvironmentTellsWhatToShow(t *testing.T) {
	tests := []struct {
		term, noColor, cliColor string
		want                    look
	}{
		{"xterm-256color", "", "", look{titles: true, color: true}},
		{"xterm-256color", "1", "", look{titles: true}},
		{"xterm-256color", "", "0", look{titles: true}},
		{"xterm-256color", "", "1", look{titles: true, color: true}},
		{"dumb", "", "", look{plain: true, color: true}},
		{"", "", "", look{plain: true, color: true}},
	}
	for _, tt := range tests {
		t.Setenv("TERM", tt.term)
		t.Setenv("NO_COLOR", tt.noColor)
		t.Setenv("CLICOLOR", tt.cliColor)
		if got := environment(true); got != tt.want {
			t.Errorf("%+v: %+v", tt, got)
		}
		if environment(false).titles {
			t.Errorf("%+v: titles that nobody wants", tt)
		}
	}
}

// sink is a terminal whose output goes to w, until it is closed.
func sink(tb testing.TB, w io.Writer) (near *os.File, drained <-chan struct{}) {
	tb.Helper()
	far, near := newPair(tb)
	c := make(chan struct{})
	go func() {
		defer close(c)
		defer far.Close()
		_, _ = io.Copy(w, far) // ends with an error on Linux
	}()
	return near, c
}

// BenchmarkWrite measures a terminal, and for comparison what the kernel takes for it.
func BenchmarkWrite(b *testing.B) {
	line := []byte(strings.Repeat(`{"type":"message_update","delta":"words and more words"}`+"\r\n", 73)[:4095])
	for _, bare := range []bool{true, false} {
		name := "terminal"
		if bare {
			name = "bare"
		}
		b.Run(name, func(b *testing.B) {
			near, drained := sink(b, io.Discard)
			term, err := open(near, colored, arming{})
			if err != nil {
				b.Fatal(err)
			}
			if err := term.Raw(func([]byte) {}); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			for b.Loop() {
				if bare {
					_, err = near.Write(line)
				} else {
					_, err = term.Write(line)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			if err := term.Close(); err != nil {
				b.Fatal(err)
			}
			<-drained
		})
	}
}
