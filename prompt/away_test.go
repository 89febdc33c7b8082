package prompt

import (
	"strings"
	"sync"
	"testing"
)

func TestASuspendedTerminalIsAsItWasFoundUntilItIsResumed(t *testing.T) {
	for name, output := range map[string]string{"full screen": fullscreen, "inline": inline, "plain": "text\r\n"} {
		t.Run(name, func(t *testing.T) {
			s := newScreen(t, 60, 20)
			cooked := s.mode()
			typed := make(chan string, 1)
			term := s.open(colored)
			if err := term.Raw(func(p []byte) { typed <- string(p) }); err != nil {
				t.Fatal(err)
			}
			raw := s.mode()
			term.SetTitle("Turns: 1/25")
			write(t, term, "$ agent\r\n"+output)
			during := s.settled(term)

			term.Suspend()
			if s.mode() != cooked {
				t.Error("suspended: the terminal's mode is not what it was")
			}
			if _, err := s.slave.WriteString("$ "); err != nil {
				t.Fatal(err)
			}
			s.until("the shell's prompt", func() bool { return strings.HasSuffix(string(s.raw), popTitle+"$ ") })
			if got := s.glance(); got.alternate || got.modes != "[]" {
				t.Errorf("suspended: %+v", got)
			}

			if !term.Resume() {
				t.Fatal("not resumed")
			}
			if s.mode() != raw {
				t.Error("resumed: the terminal's mode is not the agent's")
			}
			if got := s.settled(term); got.alternate != during.alternate || got.modes != during.modes {
				t.Errorf("resumed: %+v, want the modes of %+v", got, during)
			}
			s.typeKeys("k")
			if got := <-typed; got != "k" {
				t.Errorf("typed %q", got)
			}
		})
	}
}

func TestTheHeirCanCleanUpAtAnyTime(t *testing.T) {
	s := newScreen(t, 60, 20)
	term := openRaw(s, look{color: true})
	var mu sync.Mutex
	var reset string
	term.Bequeath(func(r string) {
		mu.Lock()
		defer mu.Unlock()
		reset = r
	})
	bequest := func() string {
		mu.Lock()
		defer mu.Unlock()
		return reset
	}
	clean := func(when string) {
		t.Helper()
		other := newScreen(t, 60, 20)
		if _, err := other.slave.WriteString(s.output() + bequest() + "$ "); err != nil {
			t.Fatal(err)
		}
		other.until("the shell's prompt", func() bool { return strings.HasSuffix(string(other.raw), "$ ") })
		if got := other.glance(); got.alternate || got.modes != "[]" || !strings.HasSuffix(got.text, "$") {
			t.Errorf("%s: %+v after %q", when, got, bequest())
		}
	}
	clean("before there is anything")
	if bequest() != "" {
		t.Errorf("%q although nothing was set", bequest())
	}
	write(t, term, "$ agent\r\n"+fullscreen)
	s.settled(term)
	clean("over a TUI")
	c := ask(t.Context(), s, term, example())
	clean("at the question")
	s.typeKeys("y\r")
	if _, err := answered(t, c); err != nil {
		t.Fatal(err)
	}
	s.settled(term)
	clean("after the question")
	term.Suspend()
	if bequest() != "" {
		t.Errorf("%q although another job has the terminal", bequest())
	}
	term.Resume()
	s.settled(term)
	clean("when it is resumed")
	write(t, term, fullscreenEnd)
	s.settled(term)
	if bequest() != "" {
		t.Errorf("%q although all is reset", bequest())
	}
}
