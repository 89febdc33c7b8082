//go:build linux

package guard_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"github.com/turnguard/turnguard/supervisor/internal/guard"
	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// patience bounds every wait of a test.
const patience = 20 * time.Second

// TestMain makes the test binary the guard, or a turnguard in front of one.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 1 && os.Args[1] == guard.Command:
		if err := guard.Serve(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		return
	case len(os.Args) > 2 && os.Args[1] == "front":
		playFront(os.Args[2:])
		return
	}
	os.Exit(m.Run())
}

// playFront starts an agent under guard, tells what happens in lines, and does as it is told in lines.
func playFront(argv []string) {
	ptm, pts, err := pty.Open()
	must(err)
	must(tree.Adopt())
	a := guard.Agent{
		Program: argv[0], Argv: argv, Env: os.Environ(), Std: [3]*os.File{pts, pts, os.Stderr},
		Terminal: pts, Master: ptm, Foreground: true,
	}
	a.Self, err = os.Executable()
	must(err)
	saved, err := unix.IoctlGetTermios(0, unix.TCGETS)
	if err == nil { // the user's terminal
		_, err = term.MakeRaw(0)
		must(err)
		ours, err := unix.IoctlGetTermios(0, unix.TCGETS)
		must(err)
		a.User = guard.Terminal{Saved: *saved, Ours: []unix.Termios{*ours}, Reset: "clean\r\n"}
	}
	started, lost := make(chan struct{}), make(chan unix.WaitStatus)
	g, err := guard.Start(a, func(r guard.Report) {
		<-started // the lines come in order
		fmt.Println(said(r))
	}, func(s unix.WaitStatus) { lost <- s })
	if err != nil {
		fmt.Println("refused", err)
		go func() { <-lost }()
		return
	}
	_ = pts.Close()
	fmt.Println("started", g.PID(), g.Agent())
	close(started)
	go func() {
		for lines := bufio.NewScanner(ptm); lines.Scan(); {
			fmt.Println("agent", lines.Text())
		}
	}()
	go func() { fmt.Println("lost", (<-lost).Signal()) }()
	orders := os.NewFile(3, "orders")
	for lines := bufio.NewScanner(orders); lines.Scan(); {
		switch lines.Text() {
		case "resume":
			g.Resume(true, true)
		case "resume in the background":
			g.Resume(false, true)
		case "leave":
			g.Leave()
			fmt.Println("left")
		}
	}
}

func said(r guard.Report) string {
	if !r.Status.Stopped() {
		return fmt.Sprint("ended ", r.Status.ExitStatus())
	}
	return fmt.Sprint("stopped ", unix.SignalName(r.Status.StopSignal()))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// stage is a front with its guard and agent, in a folder of its own.
type stage struct {
	t            *testing.T
	dir          string
	front        *exec.Cmd
	orders       *os.File
	lines        chan string
	guard, agent int
}

// play starts a front whose agent is a shell with a script. tty is the user's terminal, nil for none.
func play(t *testing.T, tty *os.File, script string) *stage {
	t.Helper()
	s := launch(t, tty, "/bin/sh", "-c", script)
	if _, err := fmt.Sscanf(s.expect("started"), "%d %d", &s.guard, &s.agent); err != nil {
		t.Fatal(err)
	}
	return s
}

func launch(t *testing.T, tty *os.File, argv ...string) *stage {
	t.Helper()
	s := &stage{t: t, dir: t.TempDir(), lines: make(chan string, 100)}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	s.orders = write
	s.front = exec.Command(self, append([]string{"front"}, argv...)...)
	s.front.Dir, s.front.Stdin, s.front.ExtraFiles = s.dir, tty, []*os.File{read}
	s.front.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0") // else each process of a race test takes a second to end
	s.front.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: tty != nil}
	out, err := s.front.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.front.Start(); err != nil {
		t.Fatal(err)
	}
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			s.lines <- lines.Text()
		}
	}()
	t.Cleanup(func() {
		_ = s.front.Process.Kill()
		_ = s.orders.Close()
		<-drained
		_ = s.front.Wait()
	})
	return s
}

// expect waits for a line that begins with a word, and returns the rest of it.
func (s *stage) expect(word string) string {
	s.t.Helper()
	for timeout := time.After(patience); ; {
		select {
		case line := <-s.lines:
			if rest, found := strings.CutPrefix(line, word); found {
				return strings.TrimSpace(rest)
			}
		case <-timeout:
			s.t.Fatalf("no line %q in %v", word, patience)
		}
	}
}

func (s *stage) order(line string) {
	s.t.Helper()
	if _, err := s.orders.WriteString(line + "\n"); err != nil {
		s.t.Fatal(err)
	}
}

// pids waits until n process ids stand in the file pids, which the agent and its tools write, and returns them.
func (s *stage) pids(n int) (pids []int) {
	s.t.Helper()
	s.wait(fmt.Sprint(n, " process ids"), func() bool {
		text, _ := os.ReadFile(filepath.Join(s.dir, "pids"))
		pids = pids[:0]
		for _, word := range strings.Fields(string(text)) {
			if pid, err := strconv.Atoi(word); err == nil {
				pids = append(pids, pid)
			}
		}
		return len(pids) == n
	})
	return pids
}

func (s *stage) wait(what string, is func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(patience); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("waited %v for %s", patience, what)
		}
	}
}

// gone waits until a process has ended.
func (s *stage) gone(pid int) {
	s.t.Helper()
	s.wait(fmt.Sprintf("the end of process %d", pid), func() bool { return letter(pid) == "" || letter(pid) == "Z" })
}

// letter is the state of a process, nothing if it is gone.
func letter(pid int) string {
	if f := fields(pid); len(f) > 0 {
		return f[0]
	}
	return ""
}

// fields are those of /proc/<pid>/stat behind the name: state, parent, group, session, terminal, foreground group.
func fields(pid int) []string {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(stat), ") ")
	return strings.Fields(rest)
}
