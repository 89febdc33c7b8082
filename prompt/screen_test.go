package prompt

import (
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"go.uber.org/goleak"
	"golang.org/x/sys/unix"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && children[os.Args[1]] != nil {
		children[os.Args[1]](os.Args[2:])
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// patience bounds every wait of a test.
const patience = 20 * time.Second

// screen is the far end of a terminal: what a person sees, and what is typed.
type screen struct {
	t      *testing.T
	master *os.File
	slave  *os.File // kept open, so that the terminal outlives its users

	questions int // that were asked

	mu      sync.Mutex // x/vt is not safe for use by several goroutines
	changed chan struct{}
	vt      *vt.Emulator
	raw     []byte
	title   string
	cursor  bool
	modes   map[int]bool // private ones that a program has set or reset
}

func newScreen(t *testing.T, columns, rows int) *screen {
	t.Helper()
	master, slave := newPair(t)
	s := &screen{t: t, master: master, slave: slave, cursor: true, changed: make(chan struct{}), modes: map[int]bool{}}
	s.vt = vt.NewEmulator(columns, rows)
	s.vt.SetCallbacks(vt.Callbacks{
		Title:            func(title string) { s.title = title },
		CursorVisibility: func(visible bool) { s.cursor = visible },
		EnableMode:       func(m ansi.Mode) { s.modes[m.Mode()] = true },
		DisableMode:      func(m ansi.Mode) { s.modes[m.Mode()] = false },
	})
	s.resize(columns, rows)
	drawn := make(chan struct{})
	go func() {
		defer close(drawn)
		s.draw()
	}()
	t.Cleanup(func() {
		_ = s.slave.Close()
		_ = s.master.Close()
		<-drawn
		_ = s.vt.Close()
	})
	return s
}

// newPair makes the two ends of a terminal, of which the first can be closed while it is being read.
func newPair(tb testing.TB) (master, slave *os.File) {
	tb.Helper()
	blocking, named, err := pty.Open()
	if err != nil {
		tb.Fatal(err)
	}
	defer blocking.Close()
	defer named.Close()
	fd, err := unix.FcntlInt(blocking.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		tb.Fatal(err)
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		tb.Fatal(err)
	}
	return os.NewFile(uintptr(fd), blocking.Name()), reopen(tb, named.Name())
}

func reopen(tb testing.TB, name string) *os.File {
	tb.Helper()
	tty, err := os.OpenFile(name, os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		tb.Fatal(err)
	}
	return tty
}

func setSize(tb testing.TB, tty *os.File, columns, rows int) {
	tb.Helper()
	err := unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: uint16(rows), Col: uint16(columns)})
	if err != nil {
		tb.Fatal(err)
	}
}

// open opens the near end. No key is too early for a question there.
func (s *screen) open(l look) *Terminal {
	s.t.Helper()
	term, err := open(reopen(s.t, s.slave.Name()), l, arming{})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = term.Close() })
	return term
}

func (s *screen) draw() {
	buf := make([]byte, 4096)
	for {
		n, err := s.master.Read(buf)
		s.mu.Lock()
		s.raw = append(s.raw, buf[:n]...)
		_, _ = s.vt.Write(buf[:n])
		close(s.changed)
		s.changed = make(chan struct{})
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (s *screen) resize(columns, rows int) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.vt.Resize(columns, rows)
	setSize(s.t, s.slave, columns, rows)
}

func (s *screen) mode() unix.Termios {
	s.t.Helper()
	m, err := unix.IoctlGetTermios(int(s.slave.Fd()), getTermios)
	if err != nil {
		s.t.Fatal(err)
	}
	return *m
}

func (s *screen) typeKeys(keys string) {
	s.t.Helper()
	if _, err := s.master.WriteString(keys); err != nil {
		s.t.Error(err)
	}
}

// until waits for ok, which sees the screen whenever it has changed.
func (s *screen) until(what string, ok func() bool) {
	s.t.Helper()
	timeout := time.After(patience)
	for {
		s.mu.Lock()
		done, changed, now := ok(), s.changed, s.vt.String()
		s.mu.Unlock()
		if done {
			return
		}
		select {
		case <-changed:
		case <-timeout:
			s.t.Fatalf("no %s; the screen:\n%s", what, now)
		}
	}
}

func (s *screen) untilShown(text string) {
	s.t.Helper()
	s.until(text, func() bool { return strings.Contains(s.vt.String(), text) })
}

// seen is all that was written up to a mark that is written now.
func (s *screen) seen(term *Terminal) string {
	s.t.Helper()
	const mark = "<mark>"
	if _, err := term.Write([]byte(mark)); err != nil {
		s.t.Fatal(err)
	}
	var seen string
	s.until("mark", func() bool {
		var ok bool
		seen, _, ok = strings.Cut(string(s.raw), mark)
		return ok
	})
	return seen
}

// output is all that was written so far.
func (s *screen) output() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.raw)
}

// text is what the screen shows, without blanks at the ends of lines.
func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return trimmed(s.vt.String())
}

func trimmed(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \r")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}
