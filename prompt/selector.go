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
	letters  string
	at       int  // where survey is
	selected bool // the person has selected that
	focus    *survey.Icon
	shown    survey.Icon
}

func (s *selector) answer(k key) string {
	n := len(s.letters)
	switch {
	case k == keyInterrupt:
		return surveyInterrupt
	case k == keyEnter && !s.selected:
		return surveyHelp
	case k == keyEnter:
		return surveyEnter
	case k == keyDown && !s.selected:
		return s.move(0)
	case k == keyDown:
		return s.move((s.at + 1) % n)
	case k == keyUp:
		return s.move((s.at + n - 1) % n)
	}
	if i := strings.IndexByte(s.letters, byte(k)|0x20); i >= 0 { // in either case
		return s.move(i)
	}
	return ""
}

// move selects an answer.
func (s *selector) move(to int) string {
	steps := (to - s.at + len(s.letters)) % len(s.letters)
	s.at, s.selected, *s.focus = to, true, s.shown
	if steps == 0 {
		return surveyRedraw
	}
	return strings.Repeat(surveyNext, steps)
}

// icons hides the icon of the answer that survey is at until one is selected.
func (s *selector) icons(set *survey.IconSet) {
	s.focus, s.shown = &set.SelectFocus, set.SelectFocus
	set.SelectFocus = survey.Icon{Text: " ", Format: "default"}
}

// again selects the answer that was selected before, if there was one.
func (s *selector) again() string {
	if !s.selected {
		return ""
	}
	to := s.at
	s.at = 0
	return s.move(to)
}

// typist lets through what makes a limit, at the end of the line only.
type typist struct{ line string }

func (t *typist) answer(k key) string {
	switch {
	case k == keyEnter:
		t.line = ""
	case k == keyBackspace && t.line != "":
		t.line = t.line[:len(t.line)-1]
	case k >= ' ' && k < keyBackspace && len(t.line) < limitLength:
		t.line += string(rune(k))
	case k != keyInterrupt:
		return ""
	}
	return string(rune(k))
}
