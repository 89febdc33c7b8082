//go:build linux

package faults

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// titlePushed and titlePopped keep the user's title and bring it back.
const (
	titlePushed = "\x1b[22;0t"
	titlePopped = "\x1b[23;0t"
)

var (
	sequence = regexp.MustCompile(`\x1b\[([?<=>]?)([0-9;]*)([hlu])`)
	sgr      = regexp.MustCompile(`\x1b\[[0-9;:]*m`)
)

// modes returns what is on in a terminal that was sent this: private modes by number, the hidden cursor, keyboard flags
// by screen, and titles that were pushed and not popped.
func modes(output string) (on []string) {
	private := map[string]bool{"25": true}
	var flags [2][]int // pushed, on the main screen and on the alternate one
	for _, m := range sequence.FindAllStringSubmatch(output, -1) {
		screen := 0
		if private["1049"] {
			screen = 1
		}
		n, err := strconv.Atoi(m[2])
		if err != nil {
			n = 1
		}
		pushed := len(flags[screen])
		switch m[1] + m[3] {
		case "?h", "?l":
			for number := range strings.SplitSeq(m[2], ";") {
				private[number] = m[3] == "h"
			}
		case ">u":
			flags[screen] = append(flags[screen], n)
		case "=u":
			flags[screen] = append(flags[screen][:max(0, pushed-1)], n)
		case "<u":
			flags[screen] = flags[screen][:max(0, pushed-n)]
		}
	}
	for number, is := range private {
		if is != (number == "25" || number == "7") { // the cursor and line wrap are on in every terminal
			on = append(on, number)
		}
	}
	slices.Sort(on)
	for screen, pushed := range flags {
		if len(pushed) > 0 {
			on = append(on, fmt.Sprintf("keys %d on screen %d", pushed, screen))
		}
	}
	if n := strings.Count(output, titlePushed) - strings.Count(output, titlePopped); n != 0 {
		on = append(on, fmt.Sprintf("%d titles", n))
	}
	return on
}

func TestModesAreRead(t *testing.T) {
	t.Parallel()
	for output, want := range map[string]string{
		"":                                   `[]`,
		"\x1b[?25l\x1b[?1000;1006h":          `["1000" "1006" "25"]`,
		"\x1b[?1006h\x1b[?1006l":             `[]`,
		"\x1b[>1u\x1b[?1049h\x1b[>1u":        `["1049" "keys [1] on screen 0" "keys [1] on screen 1"]`,
		"\x1b[>1u\x1b[?1049h\x1b[>7u\x1b[<u": `["1049" "keys [1] on screen 0"]`,
		titlePushed + "x" + titlePopped:      `[]`,
		titlePushed:                          `["1 titles"]`,
	} {
		if got := fmt.Sprintf("%q", modes(output)); got != want {
			t.Errorf("%q: %s, want %s", output, got, want)
		}
	}
}
