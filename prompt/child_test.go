package prompt

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// children are what the test binary does when it is run with their names as the first argument.
var children = map[string]func(args []string){
	"shell": shell,
	"opens": func([]string) {
		term, err := Open(true)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("opened, background", term.Background())
		if err := term.Close(); err != nil {
			fmt.Println(err)
		}
	},
	"panics": func([]string) {
		term, err := Open(true)
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := term.Raw(func([]byte) { panic("at a key") }); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("ready")
		time.Sleep(patience)
	},
}

// shell leads the session of a terminal and runs another child as a job. It stays until its file 3 ends, since the
// terminal hangs up when it goes.
func shell(args []string) {
	job := exec.Command(os.Args[0], args[1])
	job.Stdout, job.Stderr = os.Stdout, os.Stdout
	job.SysProcAttr = &syscall.SysProcAttr{Setpgid: args[0] == "background"}
	err := job.Run()
	fmt.Println("exit", err)
	_, _ = io.Copy(io.Discard, os.NewFile(3, "hold"))
}

// runInSession runs a child as a job of a session with s as its terminal, types a key when the child is ready for it,
// and returns what it and its shell print. check is called while the session still has its terminal.
func runInSession(t *testing.T, s *screen, where, child string, check func()) string {
	t.Helper()
	hold, release, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "shell", where, child)
	cmd.Stdin, cmd.ExtraFiles = s.slave, []*os.File{hold}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	cmd.Env = append(os.Environ(), "TERM=xterm-256color")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var printed strings.Builder
	for lines := bufio.NewScanner(out); !strings.Contains(printed.String(), "exit "); {
		if !lines.Scan() {
			t.Fatalf("the shell has ended: %v\n%s", lines.Err(), printed.String())
		}
		printed.WriteString(lines.Text() + "\n")
		if lines.Text() == "ready" {
			s.typeKeys("k")
		}
	}
	check()
	_ = release.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	return printed.String()
}

func TestATerminalInTheBackgroundIsLeftAlone(t *testing.T) {
	for where, want := range map[string]string{
		"foreground": "opened, background false\n",
		"background": "opened, background true\n",
	} {
		s := newScreen(t, 80, 24)
		got := runInSession(t, s, where, "opens", func() {})
		if !strings.HasPrefix(got, want) {
			t.Errorf("in the %s: %q, want %q", where, got, want)
		}
	}
}

func TestOpenFailsWithoutATerminal(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "opens")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, err := cmd.Output()
	if got := string(out); err != nil || !strings.HasPrefix(got, "find a terminal: ") {
		t.Errorf("%q, %v", got, err)
	}
}

func TestPanicWhereKeysGoRestoresTheTerminal(t *testing.T) {
	s := newScreen(t, 80, 24)
	before := s.mode()
	got := runInSession(t, s, "foreground", "panics", func() {
		if s.mode() != before {
			t.Error("the terminal's mode was not restored")
		}
		s.until("the user's title", func() bool { return strings.HasSuffix(string(s.raw), popTitle) })
	})
	if !strings.Contains(got, "panic: at a key") {
		t.Errorf("no panic in %q", got)
	}
}
