package prompt

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func plainScreen(t *testing.T) (*screen, *Terminal) {
	t.Helper()
	t.Setenv("TERM", "dumb")
	s := newScreen(t, 80, 24)
	return s, s.open(environment(true))
}

func TestDumbTerminalsAreAskedInPlainLines(t *testing.T) {
	tests := []struct {
		typed string
		want  Answer
	}{
		{"yes\r", Answer{Choice: Continue}},
		{"Y\r", Answer{Choice: Continue}},
		{"no\r", Answer{}},
		{" 40 \r", Answer{ChangeLimit, "40"}},
		{"maybe\r\r41\rn\r", Answer{}},
		{"ye\x7f\x7f40\r", Answer{ChangeLimit, "40"}},
		{"y\x03", Answer{}},
	}
	for _, tt := range tests {
		s, term := plainScreen(t)
		before := s.mode()
		c := ask(t.Context(), s, term, example())
		s.untilShown("Type yes, no or another limit, then Enter:")
		s.typeKeys(tt.typed)
		if a, err := answered(t, c); a != tt.want || err != nil {
			t.Errorf("%q: %+v, %v, want %+v", tt.typed, a, err, tt.want)
		}
		if s.mode() != before {
			t.Errorf("%q: the terminal's mode has changed", tt.typed)
		}
		term.SetTitle("Turns: 0/25")
		if seen := s.seen(term); strings.Contains(seen, "\x1b") {
			t.Errorf("%q: an escape sequence in %q", tt.typed, seen)
		}
		if err := term.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestDumbTerminalsTellWhatIsWrong(t *testing.T) {
	s, term := plainScreen(t)
	c := ask(t.Context(), s, term, example())
	for _, tt := range [][2]string{{"\r", "Enter alone does nothing."}, {"41\r", `"41" is not a limit`}} {
		s.typeKeys(tt[0])
		s.untilShown(tt[1])
	}
	s.typeKeys("\x04") // end of input
	if a, err := answered(t, c); a != (Answer{}) || err == nil {
		t.Errorf("%+v, %v", a, err)
	}

	q := example()
	q.Limit = nil
	c = ask(t.Context(), s, term, q)
	s.untilShown("Type yes or no, then Enter:")
	s.typeKeys("40\r")
	s.untilShown("Neither yes nor no.")
	s.typeKeys("y\r")
	if a, err := answered(t, c); a.Choice != Continue || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestDumbTerminalsOfferAllThatTheAgentCan(t *testing.T) {
	s, term := plainScreen(t)
	q := complete()
	q.Salvage += "\x1b[2J"
	c := ask(t.Context(), s, term, q)
	s.untilShown(`
  yes, 25 more turns
  wrap up: 3 more turns to finish in
  salvage: stop, and answer from what it has
  no, stop the agent
Type yes, wrap up, salvage, no or another limit, then Enter:`)
	s.typeKeys("stop\r") // which of them?
	s.untilShown("\"stop\" is not a limit\nType yes, wrap up,")
	s.typeKeys("w\r")
	if a, err := answered(t, c); a != (Answer{Choice: WrapUp}) || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
	s.untilShown("turnguard: turn limit reached: wrap up: 3 more turns to finish in")

	q.Limit = nil
	c = ask(t.Context(), s, term, q)
	s.untilShown("Type yes, wrap up, salvage or no, then Enter:")
	s.typeKeys("40\r")
	s.untilShown("Neither yes, wrap up, salvage nor no.")
	s.typeKeys("Salvage\r")
	if a, err := answered(t, c); a != (Answer{Choice: Salvage}) || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestWordsAnswerInPlainLines(t *testing.T) {
	offered, withheld := complete(), example()
	withheld.Limit = nil
	for line, want := range map[string]Choice{
		"yes": Continue, "Y": Continue, " wrap up ": WrapUp, "Wrap Up": WrapUp, "W": WrapUp, "salvage": Salvage, "s": Salvage,
		"n": Stop, "NO": Stop,
	} {
		if got, err := spoken(line+"\r", offered); err != nil || got.Choice != want {
			t.Errorf("%q: %+v, %v, want %d", line, got, err, want)
		}
		got, err := spoken(line+"\r", withheld)
		if refused := err != nil; refused != (want == WrapUp || want == Salvage) || !refused && got.Choice != want {
			t.Errorf("%q where little is offered: %+v, %v", line, got, err)
		}
	}
	for _, line := range []string{"", "  ", "a", "another limit", "wrap", "stop", "yn", "41"} {
		if got, err := spoken(line+"\r", offered); err == nil || got != (Answer{}) {
			t.Errorf("%q: %+v, %v", line, got, err)
		}
	}
}

func TestLowDumbTerminalsKeepTheQuestion(t *testing.T) {
	t.Setenv("TERM", "dumb")
	s := newScreen(t, 80, 7)
	term := s.open(environment(true))
	c := askSoon(t, term, complete())
	s.untilShown("Type yes")
	if got := s.text(); !strings.HasPrefix(got, "Turn limit reached\nYou've used 25 turns. Continue?\n  yes, 25 more turns\n") {
		t.Errorf("the screen:\n%s", got)
	}
	s.typeKeys("no\r")
	if a, err := answered(t, c); a != (Answer{}) || err != nil {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestCtrlZLeavesAQuestionInPlainLines(t *testing.T) {
	s, term := plainScreen(t)
	c := ask(t.Context(), s, term, example())
	s.untilShown("then Enter:")
	s.typeKeys("ye\x1a")
	if a, err := answered(t, c); a != (Answer{}) || !errors.Is(err, ErrSuspended) {
		t.Errorf("%+v, %v, want %v", a, err, ErrSuspended)
	}
}

func TestQuestionInPlainLinesEndsWithItsContext(t *testing.T) {
	s, term := plainScreen(t)
	ctx, cancel := context.WithCancel(t.Context())
	c := ask(ctx, s, term, example())
	cancel()
	if a, err := answered(t, c); a != (Answer{}) || !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", a, err)
	}
}
