package terminal

import (
	"fmt"
	"strings"
	"syscall"
	"time"
)

// Screen returns the text that is on the screen now, without colours and trailing blanks.
func (term *Terminal) Screen() string {
	term.mu.Lock()
	defer term.mu.Unlock()
	return term.screen.String()
}

// Written returns all that was written to the terminal, byte for byte.
func (term *Terminal) Written() string {
	term.mu.Lock()
	defer term.mu.Unlock()
	return string(term.written)
}

// Title returns the last title that was set.
func (term *Terminal) Title() string {
	term.mu.Lock()
	defer term.mu.Unlock()
	return term.title
}

// WaitFor waits until text is on the screen, within one line.
func (term *Terminal) WaitFor(text string) {
	term.tb.Helper()
	term.wait(fmt.Sprintf("text %q", text), func() bool { return strings.Contains(term.Screen(), text) }, nil)
}

// WaitForTitle waits until text is in the title.
func (term *Terminal) WaitForTitle(text string) {
	term.tb.Helper()
	term.wait(fmt.Sprintf("title %q", text), func() bool { return strings.Contains(term.Title(), text) }, nil)
}

// SendUntilGone types keys again and again until text is no longer on the screen. So does a person whose keys a question
// ignores at first, because they may have been meant for something else.
func (term *Terminal) SendUntilGone(keys, text string) {
	term.tb.Helper()
	gone := func() bool { return !strings.Contains(term.Screen(), text) }
	term.wait(fmt.Sprintf("screen without %q", text), gone, func() { term.Send(keys) })
}

// SendUntilShown types keys again and again until text is on the screen.
func (term *Terminal) SendUntilShown(keys, text string) {
	term.tb.Helper()
	shown := func() bool { return strings.Contains(term.Screen(), text) }
	term.wait(fmt.Sprintf("text %q", text), shown, func() { term.Send(keys) })
}

// wait waits for a state of the terminal, and does tick now and then until it is reached.
func (term *Terminal) wait(what string, reached func() bool, tick func()) {
	term.tb.Helper()
	again := time.NewTicker(700 * time.Millisecond)
	defer again.Stop()
	for timeout := time.After(patience); ; {
		term.mu.Lock()
		changed := term.changed
		term.mu.Unlock()
		if reached() {
			return
		}
		select {
		case <-changed:
		case <-again.C:
			if tick != nil {
				tick()
			}
		case <-term.silent:
			if !reached() {
				term.fatalf("no %s until the end", what)
			}
			return
		case <-timeout:
			term.fatalf("no %s in %v", what, patience)
		}
	}
}

// Send types keys: "\r" is Enter, "\x03" is Ctrl-C.
func (term *Terminal) Send(keys string) {
	term.tb.Helper()
	if _, err := term.master.WriteString(keys); err != nil {
		term.fatalf("type %q: %v", keys, err)
	}
}

// Hangup takes the terminal away, as closing its window does.
func (term *Terminal) Hangup() { _ = term.master.Close() }

// Wait waits until the command has ended and nothing that it started has the terminal open. It returns the exit status
// as a shell has it: 128+n if signal n ended the command.
func (term *Terminal) Wait() int {
	term.tb.Helper()
	timeout := time.After(patience)
	for _, end := range []struct {
		reached chan struct{}
		missing string
	}{
		{term.exited, "the command still runs"},
		{term.silent, "the command has ended, but something still has the terminal open,"},
	} {
		select {
		case <-end.reached:
		case <-timeout:
			term.fatalf("%s after %v", end.missing, patience)
		}
	}
	state := term.command.ProcessState
	if status := state.Sys().(syscall.WaitStatus); status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}

func (term *Terminal) fatalf(format string, args ...any) {
	term.tb.Helper()
	term.tb.Fatalf(format+"; title %q, screen:\n%s", append(args, term.Title(), term.Screen())...)
}
