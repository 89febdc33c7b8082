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
