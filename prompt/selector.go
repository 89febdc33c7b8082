package prompt

import (
	"strings"

	"github.com/AlecAivazis/survey/v2"
)

// limitLength is more than any limit needs.
const limitLength = 20

// What survey takes for a key.
const (
	surveyEnter     = "\r"
	surveyInterrupt = "\x03"
	surveyNext      = "\x0e"
	surveyRedraw    = "\x00"
	surveyHelp      = "?"
)

// selector tells survey how to get to the answer whose letter was typed, and keeps Enter from it until an answer was
// selected.
type selector struct {
	letters string
	at      int // -1 while no answer is selected; survey is at the first one then
	focus   *survey.Icon
	shown   survey.Icon
}

func (s *selector) answer(k key) string {
	n := len(s.letters)
	switch {
	case k == keyInterrupt:
		return surveyInterrupt
	case k == keyEnter && s.at < 0:
		return surveyHelp
	case k == keyEnter:
		return surveyEnter
	case k == keyDown:
		return s.move((s.at + 1) % n)
	case k == keyUp:
		return s.move((max(s.at, 0) + n - 1) % n)
	}
	if i := strings.IndexByte(s.letters, byte(k)|0x20); i >= 0 { // in either case
		return s.move(i)
	}
	return ""
}

func (s *selector) move(to int) string {
	steps := (to - max(s.at, 0) + len(s.letters)) % len(s.letters)
	s.at, *s.focus = to, s.shown
	if steps == 0 {
		return surveyRedraw
	}
	return strings.Repeat(surveyNext, steps)
}

// typist lets through what makes a limit, at the end of the line only.
type typist struct{ n int }

func (t *typist) answer(k key) string {
	switch {
	case k == keyEnter:
		t.n = 0
	case k == keyBackspace && t.n > 0:
		t.n--
	case k >= ' ' && k < keyBackspace && t.n < limitLength:
		t.n++
	case k != keyInterrupt:
		return ""
	}
	return string(rune(k))
}
