package prompt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

var colored = look{titles: true, color: true}

type result struct {
	answer Answer
	err    error
}

// ask asks on a goroutine of its own and waits until the question is there.
func ask(ctx context.Context, s *screen, term *Terminal, q Question) <-chan result {
	s.t.Helper()
	c := make(chan result, 1)
	go func() {
		a, err := term.Ask(ctx, q)
		c <- result{a, err}
	}()
	s.questions++ // one that was answered may still be on the screen
	s.until("question", func() bool {
		return strings.Count(string(s.raw), q.Title) == s.questions && strings.Contains(s.vt.String(), "no, stop the agent")
	})
	return c
}

func answered(t *testing.T, c <-chan result) (Answer, error) {
	t.Helper()
	select {
	case r := <-c:
		return r.answer, r.err
	case <-time.After(patience):
		t.Fatal("no answer")
		return Answer{}, nil
	}
}

func write(t *testing.T, term *Terminal, output string) {
	t.Helper()
	if n, err := term.Write([]byte(output)); n != len(output) || err != nil {
		t.Fatalf("Write: %d, %v", n, err)
	}
}

const asked = `{"type":"turn_end"}
Turn limit reached
You've used 25 turns. Continue?
  tools      18 bash, 4 read
  last said  "All tests pass."
  no answer within 5m stops the agent
? Press y, a or n, or an arrow key, then Enter.
  yes, 25 more turns
  another limit...
  no, stop the agent`

func TestQuestionStandsBelowTheAgentsOutput(t *testing.T) {
	for _, output := range []string{"{\"type\":\"turn_end\"}\r\n", `{"type":"turn_end"}`} {
		s := newScreen(t, 60, 20)
		term := s.open(colored)
		write(t, term, output)
		c := ask(t.Context(), s, term, example())
		if got := s.text(); got != asked {
			t.Errorf("after %q:\n%s\nwant\n%s", output, got, asked)
		}
		s.typeKeys("y")
		s.untilShown("> yes, 25 more turns")
		s.typeKeys("\r")
		if a, err := answered(t, c); a != (Answer{Choice: Continue}) || err != nil {
			t.Errorf("%+v, %v", a, err)
		}
		s.seen(term)
		want := "{\"type\":\"turn_end\"}\nturnguard: turn limit reached: yes, 25 more turns\n<mark>"
		if got := s.text(); got != want {
			t.Errorf("after the answer:\n%s\nwant\n%s", got, want)
		}
	}
}

func TestQuestionNeverLeavesItsPlaceOnAFullScreen(t *testing.T) {
	s := newScreen(t, 60, 14)
	term := s.open(colored)
	for i := range 30 {
		write(t, term, fmt.Sprintf("line %d\r\n", i))
	}
	c := ask(t.Context(), s, term, example())
	s.typeKeys("\r")
	s.untilShown("Enter alone does nothing")
	s.typeKeys("\x1b[A\x1b[A")
	s.untilShown("> another limit...")
	s.typeKeys("\r41\r")
	s.untilShown(`X "41" is not a limit`)
	s.typeKeys("\r\x1b[B")
	s.untilShown("> yes, 25 more turns")
	// The screen has scrolled by the eleven lines that the question takes with its hint.
	want := "line 27\nline 28\nline 29\n" + strings.Replace(strings.SplitN(asked, "\n", 2)[1], "  yes", "> yes", 1)
	if got := s.text(); got != want {
		t.Errorf("the question:\n%s\nwant\n%s", got, want)
	}
	s.typeKeys("a\r40\r")
	if a, err := answered(t, c); a != (Answer{ChangeLimit, "40"}) || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
	s.seen(term)
	want = "line 27\nline 28\nline 29\nturnguard: turn limit reached: another limit, 40\n<mark>"
	if got := s.text(); got != want {
		t.Errorf("after the answer:\n%s\nwant\n%s", got, want)
	}
}

func TestQuestionGoesWithoutATraceWhenItsContextEnds(t *testing.T) {
	s := newScreen(t, 60, 20)
	term := s.open(colored)
	write(t, term, "output\r\n")
	before := s.mode()
	ctx, cancel := context.WithCancel(t.Context())
	c := ask(ctx, s, term, example())
	s.typeKeys("\x1b[B")
	s.untilShown("> yes")
	cancel()
	if a, err := answered(t, c); a != (Answer{}) || !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", a, err)
	}
	seen := s.seen(term)
	if strings.Contains(seen, "\x1b[6n") || strings.Contains(seen, "\x1b7") {
		t.Errorf("the cursor was asked for, or saved: %q", seen)
	}
	if _, rest, on := strings.Cut(seen, bracketPastes); !on || !strings.Contains(rest, plainPastes) {
		t.Errorf("pastes were not marked for the question only: %q", seen)
	}
	if got := s.text(); got != "output\n<mark>" {
		t.Errorf("the screen:\n%s", got)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.cursor {
		t.Error("the cursor is hidden")
	}
	if s.mode() != before {
		t.Error("the terminal's mode has changed")
	}
}

func TestKeysTypedBeforeTheQuestionNeverAnswer(t *testing.T) {
	s := newScreen(t, 60, 20)
	term := s.open(colored)
	s.typeKeys("y\r") // nobody reads it, but the terminal echoes it when it has it
	s.untilShown("y")
	c := ask(t.Context(), s, term, example())
	s.typeKeys("n\r")
	if a, err := answered(t, c); a != (Answer{}) || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestKeysGoToTheAgentExceptForTheQuestion(t *testing.T) {
	s := newScreen(t, 60, 20)
	term := s.open(colored)
	cooked := s.mode()
	c := ask(t.Context(), s, term, example()) // before there is an agent
	s.typeKeys("y\r")
	if a, err := answered(t, c); a.Choice != Continue || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
	if s.mode() != cooked {
		t.Error("the terminal's mode has changed")
	}
	keys := make(chan string)
	if err := term.Raw(func(p []byte) {
		select {
		case keys <- string(p):
		case <-t.Context().Done():
		}
	}); err != nil {
		t.Fatal(err)
	}
	rawMode := s.mode()
	if rawMode != raw(cooked) {
		t.Error("the terminal is not raw")
	}
	agentGets := func(want string) {
		t.Helper()
		var got string
		for timeout := time.After(patience); got != want; {
			select {
			case k := <-keys:
				got += k
			case <-timeout:
				t.Fatalf("the agent got %q, want %q", got, want)
			}
		}
	}
	s.typeKeys("\x03hello\r")
	agentGets("\x03hello\r")
	c = ask(t.Context(), s, term, example())
	s.typeKeys("y\r")
	if a, err := answered(t, c); a.Choice != Continue || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
	if s.mode() != rawMode {
		t.Error("the terminal is not raw after the question")
	}
	s.typeKeys("more")
	agentGets("more")
	if err := term.Close(); err != nil {
		t.Error(err)
	}
	if s.mode() != cooked {
		t.Error("the terminal's mode was not restored")
	}
}

func TestHangUpStops(t *testing.T) {
	for _, withRaw := range []bool{false, true} {
		s := newScreen(t, 60, 20)
		term := s.open(colored)
		if withRaw {
			if err := term.Raw(func([]byte) {}); err != nil {
				t.Fatal(err)
			}
		}
		c := ask(t.Context(), s, term, example())
		s.typeKeys("y")
		s.untilShown("> yes")
		_ = s.master.Close()
		if a, err := answered(t, c); a != (Answer{}) || err == nil {
			t.Errorf("raw %v: %+v, %v", withRaw, a, err)
		}
		if a, err := term.Ask(t.Context(), example()); a != (Answer{}) || err == nil {
			t.Errorf("raw %v: a second question: %+v, %v", withRaw, a, err)
		}
	}
}

func TestCloseEndsTheQuestion(t *testing.T) {
	s := newScreen(t, 60, 20)
	term := s.open(colored)
	before := s.mode()
	write(t, term, "output\r\n")
	if err := term.Raw(func([]byte) {}); err != nil {
		t.Fatal(err)
	}
	c := ask(t.Context(), s, term, example())
	if err := term.Close(); err != nil {
		t.Error(err)
	}
	if a, err := answered(t, c); a != (Answer{}) || !errors.Is(err, os.ErrClosed) {
		t.Errorf("%+v, %v", a, err)
	}
	s.until("the user's title", func() bool { return strings.HasSuffix(string(s.raw), popTitle) })
	if got := s.text(); got != "output" {
		t.Errorf("the screen:\n%s", got)
	}
	if s.mode() != before {
		t.Error("the terminal's mode was not restored")
	}
	if _, err := term.Ask(t.Context(), example()); err == nil {
		t.Error("a question after Close")
	}
}

func TestQuestionSurvivesAnotherSize(t *testing.T) {
	s := newScreen(t, 60, 20)
	term := s.open(colored)
	write(t, term, "output\r\n")
	c := ask(t.Context(), s, term, example())
	for _, size := range [][2]int{{30, 12}, {200, 50}, {60, 20}} {
		s.resize(size[0], size[1])
		s.typeKeys("\x1b[B")
		s.untilShown("> ")
	}
	s.untilShown("> no, stop the agent")
	s.typeKeys("a\r40\r")
	if a, err := answered(t, c); a != (Answer{ChangeLimit, "40"}) || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestQuestionBreaksIntoASequenceAndBeginsItAgain(t *testing.T) {
	tests := []struct{ before, after, want string }{
		{"\x1b[3", "1mred", "red"},
		{"\x1b]8;;http://x", "y\x1b\\link", "link"},
		{"\xe2\x82", "\xac", "€"},
		{"\x1b]0;half a ti", "tle\aend", "end"},
	}
	for _, tt := range tests {
		s := newScreen(t, 60, 20)
		term := s.open(colored)
		write(t, term, "output\r\n"+tt.before)
		c := ask(t.Context(), s, term, example())
		s.typeKeys("n\r")
		if _, err := answered(t, c); err != nil {
			t.Error(err)
		}
		write(t, term, tt.after)
		s.seen(term)
		lines := strings.Split(s.text(), "\n")
		if got, want := lines[len(lines)-1], tt.want+"<mark>"; got != want {
			t.Errorf("%q, then %q: %q, want %q", tt.before, tt.after, got, want)
		}
	}
}

func TestHostileTextsAreMadeHarmless(t *testing.T) {
	s := newScreen(t, 40, 14)
	term := s.open(look{})
	q := example()
	q.Title = "Turn limit\x1b[2J\nreached"
	q.Text = "\u202eContinue?"
	q.Facts = []string{"last said  \"\x1b]0;evil\a" + strings.Repeat("very long ", 20) + `"`}
	for range 20 {
		q.Facts = append(q.Facts, "and on")
	}
	c := make(chan result, 1)
	go func() {
		a, err := term.Ask(t.Context(), q)
		c <- result{a, err}
	}()
	s.untilShown("no, stop the agent")
	want := `Turn limit reached
Continue?
  last said  "very long very long very…
  and on
  and on
  and on
  and on
  no answer within 5m stops the agent
? Press y, a or n, or an arrow key, th…
  yes, 25 more turns
  another limit...
  no, stop the agent`
	if got := s.text(); got != want {
		t.Errorf("the question:\n%s\nwant\n%s", got, want)
	}
	s.typeKeys("n\r")
	if _, err := answered(t, c); err != nil {
		t.Error(err)
	}
}

func TestNoColor(t *testing.T) {
	for name, value := range map[string]string{"NO_COLOR": "1", "CLICOLOR": "0"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TERM", "xterm-256color")
			t.Setenv(name, value)
			s := newScreen(t, 60, 20)
			term := s.open(environment(true))
			c := ask(t.Context(), s, term, example())
			s.typeKeys("\ra\r41\r40\r")
			if a, err := answered(t, c); a.Choice != ChangeLimit || err != nil {
				t.Errorf("%+v, %v", a, err)
			}
			seen := s.seen(term)
			if !strings.Contains(seen, "41") || withoutColor(seen) != seen {
				t.Errorf("colours in %q", seen)
			}
		})
	}
}
