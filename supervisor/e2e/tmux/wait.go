package tmux

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// WaitFor waits until text is on the screen, within one line.
func (p *Pane) WaitFor(text string) {
	p.tb.Helper()
	p.Wait(fmt.Sprintf("text %q", text), func() bool { return strings.Contains(p.Screen(), text) })
}

// WaitGone waits until text is not on the screen.
func (p *Pane) WaitGone(text string) {
	p.tb.Helper()
	p.Wait(fmt.Sprintf("screen without %q", text), func() bool { return !strings.Contains(p.Screen(), text) })
}

// WaitForTitle waits until text is in the title.
func (p *Pane) WaitForTitle(text string) {
	p.tb.Helper()
	p.Wait(fmt.Sprintf("title %q", text), func() bool { return strings.Contains(p.Title(), text) })
}

// WaitForModes waits until the modes are the given ones.
func (p *Pane) WaitForModes(modes Modes) {
	p.tb.Helper()
	p.Wait(fmt.Sprintf("modes %+v", modes), func() bool { return p.Modes() == modes })
}

// WaitForPrompt waits until the shell is ready for a command, and returns the exit status of the last one.
func (p *Pane) WaitForPrompt() (status int) {
	p.tb.Helper()
	var found []string
	p.Wait("prompt", func() bool {
		found = prompt.FindStringSubmatch(p.Screen())
		return found != nil
	})
	status, err := strconv.Atoi(found[1])
	if err != nil {
		p.fatalf("exit status: %v", err)
	}
	return status
}

// prompt is the prompt of the shell as the last line of a screen, with nothing typed yet. It is indented if the shell has
// told of a command's death before the terminal was given back.
var prompt = regexp.MustCompile(`(?:^|\n) *(\d+) shell>$`)

func atPrompt(screen string) bool { return prompt.MatchString(screen) }

// Wait looks again and again until a state is reached, which what names if that is in vain.
func (p *Pane) Wait(what string, reached func() bool) {
	p.tb.Helper()
	for deadline := time.Now().Add(p.patience); !reached(); time.Sleep(30 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.fatalf("no %s in %v", what, p.patience)
		}
	}
}

func (p *Pane) fatalf(format string, args ...any) {
	p.tb.Helper()
	p.tb.Fatalf(format+"; title %q, modes %+v, screen:\n%s", append(args, p.Title(), p.Modes(), p.Screen())...)
}
