//go:build e2e

package tmux

import (
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(tb testing.TB) *Pane {
	tb.Helper()
	return Start(tb, tb.TempDir(), []string{"PATH=/usr/bin:/bin", "LANG=C.UTF-8"}, 80, 24)
}

func TestACommandLeavesItsTextAndItsStatus(t *testing.T) {
	p := start(t)
	p.Run("sh -c 'echo so far, so good; exit 7'")
	if status := p.WaitForPrompt(); status != 7 {
		t.Errorf("status %d, want 7", status)
	}
	p.WaitFor("\nso far, so good\n")
	p.Run("true")
	if status := p.WaitForPrompt(); status != 0 {
		t.Errorf("status %d, want 0", status)
	}
}

func TestNothingComesFromTheEnvironmentOfTheTest(t *testing.T) {
	t.Setenv("STRANGER", "here")
	p := start(t)
	p.Run("clear; env | sort; pwd")
	p.WaitForPrompt()
	screen := p.Screen()
	for _, want := range []string{"LANG=C.UTF-8", "TERM=tmux-256color", "PATH=/usr/bin:/bin", t.Name()} {
		if !strings.Contains(screen, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(screen, "STRANGER") || strings.Contains(screen, "HOME=") {
		t.Errorf("too much:\n%s", screen)
	}
}

func TestThePIDIsThatOfTheShell(t *testing.T) {
	p := start(t)
	p.Run("echo pid $$.")
	p.WaitFor(fmt.Sprintf("\npid %d.", p.PID()))
}

func TestKeysReachTheCommandInTheForeground(t *testing.T) {
	p := start(t)
	p.Run("cat -v")
	p.Type("; -l 'ü;")
	p.Key("Enter")
	p.WaitFor("\n; -l 'M-CM-<;") // as cat shows it, below the echo
	p.Key("Escape", "Up", "Enter")
	p.WaitFor("\n^[^[[A")
	p.Key("C-c")
	if status := p.WaitForPrompt(); status != 128+int(syscall.SIGINT) {
		t.Errorf("status %d, want 130", status)
	}
}

func TestLineEndsAreTypedAsTheyAre(t *testing.T) {
	p := start(t)
	p.Run("stty -icrnl; echo ready; cat -v")
	p.WaitFor("\nready")
	p.Type("x\ry\n")
	p.WaitFor("\nx^My\nx^My") // the echo, and what cat shows
}

func TestAPasteComesBetweenBracketsWhereTheyAreWanted(t *testing.T) {
	p := start(t)
	p.Run("cat -v")
	p.Paste("plain;\n")
	p.WaitFor("\nplain;\nplain;")
	p.Key("C-c")
	p.WaitForPrompt()
	p.Run(`printf '\033[?2004h'; clear; cat -v`)
	p.WaitForModes(Modes{Paste: true})
	p.Paste("text")
	p.Key("Enter")
	p.WaitFor("\n^[[200~text^[[201~")
}

func TestWhatHasScrolledOffIsHistory(t *testing.T) {
	p := start(t)
	p.Run("seq 100")
	p.WaitForPrompt()
	if screen := p.Screen(); strings.Contains(screen, "\n50\n") || !strings.Contains(screen, "\n100\n") {
		t.Errorf("screen:\n%s", screen)
	}
	if history := p.History(); !strings.Contains(history, "\n1\n") || !strings.Contains(history, "\n100\n") {
		t.Errorf("history:\n%s", history)
	}
}

func TestTheTitleIsWhatWasSetLast(t *testing.T) {
	p := start(t)
	if got := p.Title(); got != Title {
		t.Errorf("title %q at the start", got)
	}
	p.Run(`printf '\033[22;0t\033]0;of a command\007'; read line; printf '\033[23;0t'`)
	p.WaitForTitle("of a command")
	p.Key("Enter")
	p.WaitForTitle(Title)
}

func TestTheCommandIsToldTheSize(t *testing.T) {
	p := start(t)
	p.Run(`sh -c 'trap "stty size; exit" WINCH; stty size; while :; do sleep 0.05; done'`)
	p.WaitFor("\n24 80")
	p.Resize(70, 20)
	p.WaitFor("\n20 70")
}

func TestSettingsAreThoseThatACommandHasLeft(t *testing.T) {
	p := start(t)
	before := p.Stty()
	p.Run("stty -echo")
	p.WaitForPrompt()
	if after := p.Stty(); after == before || strings.Replace(after, "-echo ", "echo ", 1) != before {
		t.Errorf("from\n%sto\n%s", before, after)
	}
}

func TestEachModeIsTold(t *testing.T) {
	tests := []struct {
		set, reset string
		want       Modes
	}{
		{"[?1049h", "[?1049l", Modes{AlternateScreen: true}},
		{"[?25l", "[?25h", Modes{HiddenCursor: true}},
		{"[?1h", "[?1l", Modes{ApplicationCursor: true}},
		{"=", ">", Modes{ApplicationKeypad: true}},
		{"[?1000h", "[?1000l", Modes{Mouse: true}},
		{"[?1003h", "[?1003l", Modes{Mouse: true}},
		{"[?1004h", "[?1004l", Modes{Focus: true}},
		{"[?7;2004h", "[?2004l", Modes{Paste: true}},
		{"[?2026h", "[?2026l", Modes{Synchronized: true}},
	}
	p := start(t)
	for _, test := range tests {
		p.Run(fmt.Sprintf(`printf '\033%s'; read line; printf '\033%s'`, test.set, test.reset))
		p.WaitForModes(test.want)
		p.Key("Enter")
		p.WaitForModes(Modes{})
		p.WaitForPrompt()
	}
}

func TestNothingOutlivesTheTest(t *testing.T) {
	fake := &failing{TB: t}
	p := start(fake)
	p.Run("setsid sleep 1000 & (trap '' HUP; sleep 2000) &")
	p.WaitForPrompt()
	started := p.residents()
	p.patience = time.Second
	fake.end()
	for _, sleep := range []string{"1000", "2000"} {
		if !strings.Contains(fake.message, `"sleep\x00`+sleep) {
			t.Errorf("not told of sleep %s: %s", sleep, fake.message)
		}
	}
	if len(started) < 4 { // the server, the shell, and the two
		t.Errorf("%d processes were found before the end", len(started))
	}
	p.Wait("end", func() bool { return len(p.residents()) == 0 })
}

func TestAWaitInVainPrintsTheScreen(t *testing.T) {
	fake := &failing{TB: t}
	p := start(fake)
	p.Run("echo only this")
	p.WaitForPrompt()
	p.patience = 0
	done := make(chan struct{})
	go func() { // Fatalf ends the goroutine that calls it
		defer close(done)
		p.WaitFor("something else")
	}()
	<-done
	fake.end()
	if !strings.Contains(fake.message, "something else") || !strings.Contains(fake.message, "\nonly this\n") {
		t.Errorf("failed with %q", fake.message)
	}
}

// failing records how a test fails, and ends when it is told to.
type failing struct {
	testing.TB
	message string
	cleanup []func()
}

func (f *failing) Errorf(format string, args ...any) {
	f.message += fmt.Sprintf(format, args...) + "\n"
}

func (f *failing) Fatalf(format string, args ...any) {
	f.Errorf(format, args...)
	runtime.Goexit()
}

func (f *failing) Cleanup(do func()) { f.cleanup = append(f.cleanup, do) }

func (f *failing) end() {
	for _, do := range f.cleanup {
		do()
	}
}
