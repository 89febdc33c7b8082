package terminal_test

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/turnguard/turnguard/supervisor/e2e/terminal"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func shell(t *testing.T, script string) *terminal.Terminal {
	t.Helper()
	return terminal.Start(t, exec.Command("/bin/sh", "-c", script))
}

func TestTheScreenShowsWhatIsDrawn(t *testing.T) {
	term := shell(t, `printf 'gone\033[2J\033[2;5Hhere\033]0;a title\007'`)
	if status := term.Wait(); status != 0 {
		t.Errorf("status %d", status)
	}
	if got, want := term.Screen(), "\n    here"; strings.TrimRight(got, "\n") != want {
		t.Errorf("screen %q, want %q", got, want)
	}
	if got := term.Title(); got != "a title" {
		t.Errorf("title %q", got)
	}
}

func TestTheOutputIsKeptByteForByte(t *testing.T) {
	term := shell(t, `printf 'a\033[2Jb\n\000\377'`)
	term.Wait()
	if got, want := term.Written(), "a\x1b[2Jb\r\n\x00\xff"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}
}

func TestKeysReachTheCommand(t *testing.T) {
	term := shell(t, `printf 'name? '; read name; printf '\033]0;for %s\007hello %s\n' $name $name; read rest; exit 7`)
	term.WaitFor("name?")
	term.Send("ada\r")
	term.WaitForTitle("for ada")
	term.WaitFor("hello ada")
	term.Send("\r")
	if status := term.Wait(); status != 7 {
		t.Errorf("status %d, want 7", status)
	}
}

func TestKeysAreTypedAgainUntilTheyCount(t *testing.T) {
	term := shell(t, `echo 'sure?'; read first; read second; printf '\033[H\033[J%s\n' "$first and $second"; read third`)
	term.WaitFor("sure?")
	term.SendUntilGone("yes\r", "sure?")
	term.WaitFor("yes and yes")
}

func TestTheTerminalAnswersQuestionsAboutItself(t *testing.T) {
	term := shell(t, `stty -icanon -echo min 6; printf '\033[3;4H\033[6n'
		dd bs=6 count=1 2>/dev/null | tr '\033' '^'
		stty size`)
	term.WaitFor("^[3;4R")
	term.WaitFor(fmt.Sprintf("%d %d", terminal.Rows, terminal.Columns))
}

func TestStreamsThatAreSetStayApart(t *testing.T) {
	var stdout bytes.Buffer
	command := exec.Command("/bin/sh", "-c", `echo data; echo question >/dev/tty`)
	command.Stdout = &stdout
	term := terminal.Start(t, command)
	term.WaitFor("question")
	term.Wait()
	if stdout.String() != "data\n" || strings.Contains(term.Screen(), "data") {
		t.Errorf("stdout %q, screen %q", stdout.String(), term.Screen())
	}
}

func TestACommandWithNoStreamOnTheTerminalCanStillOpenIt(t *testing.T) {
	var stdout, stderr bytes.Buffer
	command := exec.Command("/bin/sh", "-c", `read line; echo question about $line >/dev/tty`)
	command.Stdout, command.Stderr = &stdout, &stderr
	stdin, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	term := terminal.Start(t, command)
	if _, err := io.WriteString(stdin, "turns\n"); err != nil {
		t.Fatal(err)
	}
	term.WaitFor("question about turns")
	if status := term.Wait(); status != 0 || stdout.Len()+stderr.Len() > 0 {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout.String(), stderr.String())
	}
}

func TestASignalIsReportedAsAShellDoes(t *testing.T) {
	if status := shell(t, `kill -TERM $$`).Wait(); status != 128+15 {
		t.Errorf("status %d, want 143", status)
	}
}

func TestAWaitInVainPrintsTheScreen(t *testing.T) {
	fake := &failing{TB: t}
	term := terminal.Start(fake, exec.Command("/bin/sh", "-c", `echo only this`))
	done := make(chan struct{})
	go func() { // Fatalf ends the goroutine that calls it
		defer close(done)
		term.WaitFor("something else")
	}()
	<-done
	if !strings.Contains(fake.message, "something else") || !strings.Contains(fake.message, "only this") {
		t.Errorf("failed with %q", fake.message)
	}
}

// failing records how a test fails, and goes on.
type failing struct {
	testing.TB
	message string
}

func (f *failing) Fatalf(format string, args ...any) {
	f.message = fmt.Sprintf(format, args...)
	runtime.Goexit()
}
