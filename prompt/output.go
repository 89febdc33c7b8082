package prompt

import (
	"fmt"
	"os"
	"strings"
)

// look is what the terminal can show and the user wants to see.
type look struct {
	titles bool // the window title is ours
	plain  bool // no escape sequence at all
	color  bool
}

// environment reads the variables by which users tell their wishes.
func environment(titles bool) look {
	term := os.Getenv("TERM")
	plain := term == "" || term == "dumb"
	return look{
		titles: titles && !plain,
		plain:  plain,
		color:  os.Getenv("NO_COLOR") == "" && os.Getenv("CLICOLOR") != "0",
	}
}

// Write writes the agent's output. It takes out window titles, which become the tail of ours, and passes every other
// byte on at once, save for a sequence that may turn out to be a title. It waits while a question is open.
func (t *Terminal) Write(p []byte) (int, error) {
	t.out.Lock()
	defer t.out.Unlock()
	if b := t.filter.Filter(p); len(b) > 0 {
		if _, err := t.tty.Write(b); err != nil {
			return 0, fmt.Errorf("write to the terminal: %w", err)
		}
	}
	t.note()
	if s, ok := t.filter.Title(); ok {
		t.tail = s
		t.title.changed()
	} else if t.late && t.filter.Clean() {
		t.title.changed()
	}
	return len(p), nil
}

// Print writes a line of ours, on a line of its own. The line is made fit for a terminal; its end is added. While the
// agent draws the screen itself the line waits until that is over; if more lines than a screen holds do, the first ones
// are dropped.
func (t *Terminal) Print(line string) {
	t.out.Lock()
	defer t.out.Unlock()
	t.kept = append(t.kept, Sanitize(line, lineColumns)+"\r\n")
	t.kept = t.kept[max(0, len(t.kept)-maxKept):]
	t.printKept()
}

// printKept writes the lines that wait, if the screen takes them now.
func (t *Terminal) printKept() {
	if t.screen.TUI() || len(t.kept) == 0 {
		return
	}
	t.breakIn()
	t.write(strings.Join(t.kept, ""))
	t.kept = nil
	t.goOn()
}

// SetTitle sets the head of the window title, such as "Turns: 12/25". The agent's own title follows it. Titles are
// written at most ten times a second, and between the agent's escape sequences; the last one is always written. It
// does nothing on a terminal without titles, and never waits.
func (t *Terminal) SetTitle(head string) {
	if t.title != nil {
		t.title.head.Store(head)
		t.title.changed()
	}
}

// writeTitle writes the title if it is another one, or leaves that to the Write that ends a sequence.
func (t *Terminal) writeTitle() {
	if t.away.Load() {
		return
	}
	if t.late = !t.filter.Clean(); t.late {
		return
	}
	s := compose(t.title.head.Load().(string), t.tail)
	if s != t.shown {
		t.shown = s
		t.write(s)
	}
}

// breakIn prepares the terminal for lines of ours.
func (t *Terminal) breakIn() {
	var b strings.Builder
	if !t.filter.Clean() {
		b.WriteString(breakOff)
	}
	if !t.filter.Fresh {
		b.WriteString("\r\n")
	}
	t.filter.Fresh = true
	t.write(b.String())
}

// goOn follows lines of ours: a sequence that they have broken begins again.
func (t *Terminal) goOn() { t.write(string(t.filter.Begun())) }

// write writes what is ours. Nothing follows from its failing: a terminal that is gone shows when the agent's output is
// written to it, or a key is read.
func (t *Terminal) write(s string) {
	if s != "" {
		_, _ = t.tty.WriteString(s)
	}
}
