package tmux

import (
	"regexp"
	"slices"
	"strings"
)

// Modes are what a command may change in a terminal besides its text and settings. The zero value is how the shell has
// them, and how every command should leave them.
type Modes struct {
	AlternateScreen   bool
	HiddenCursor      bool
	ApplicationCursor bool // the arrow keys send other bytes
	ApplicationKeypad bool
	Mouse             bool // its clicks or moves are sent as keys
	Focus             bool // so is gaining or losing the focus
	Paste             bool // pasted text comes between brackets
	Synchronized      bool // the screen stands still
}

// Modes returns the modes that are on now.
func (p *Pane) Modes() Modes {
	p.tb.Helper()
	on := strings.Fields(p.format("#{alternate_on} #{cursor_flag} #{keypad_cursor_flag} #{keypad_flag} #{mouse_any_flag}"))
	output := p.Output()
	return Modes{
		AlternateScreen:   on[0] == "1",
		HiddenCursor:      on[1] == "0",
		ApplicationCursor: on[2] == "1",
		ApplicationKeypad: on[3] == "1",
		Mouse:             on[4] == "1",
		Focus:             isSet(output, "1004"),
		Paste:             isSet(output, "2004"),
		Synchronized:      isSet(output, "2026"),
	}
}

var change = regexp.MustCompile(`\x1b\[\?([0-9;]+)([hl])`)

// isSet tells of a mode that tmux has no format for whether it was set last, and not reset.
func isSet(output []byte, mode string) (set bool) {
	for _, c := range change.FindAllSubmatch(output, -1) {
		if slices.Contains(strings.Split(string(c[1]), ";"), mode) {
			set = c[2][0] == 'h'
		}
	}
	return set
}
