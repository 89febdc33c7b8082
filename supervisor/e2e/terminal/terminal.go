// Package terminal is a terminal for tests: it runs a command, shows what is on its screen, and types.
package terminal

import (
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
)

// The size of every terminal, in cells.
const (
	Columns = 100
	Rows    = 30
)

// patience bounds every wait. It is long for a loaded machine: nothing that works needs it.
const patience = 30 * time.Second

// A Terminal is the controlling terminal of a running command. A wait of more than 30 seconds fails the test and prints
// the screen. At the end of the test the command is killed and the terminal hangs up.
type Terminal struct {
	tb      testing.TB
	command *exec.Cmd
	master  *os.File
	exited  chan struct{} // closed once the command has ended
	silent  chan struct{} // closed once nobody can write any more, and all that was written is on the screen

	mu      sync.Mutex // guards the rest: the emulator's own lock leaves out String
	screen  *vt.Emulator
	written []byte
	title   string
	changed chan struct{} // closed and replaced at every change
}

// Start runs command on a new terminal. Those of its standard streams that are set already stay as they are, as in a
// pipeline.
func Start(tb testing.TB, command *exec.Cmd) *Terminal {
	tb.Helper()
	master, tty, err := open()
	if err != nil {
		tb.Fatal(err)
	}
	command.WaitDelay = patience // bounds what a leftover process with a piped stream could hold up
	defer tty.Close()
	attach(command, tty)
	if err := command.Start(); err != nil {
		tb.Fatal(err)
	}
	term := &Terminal{
		tb:      tb,
		command: command,
		master:  master,
		exited:  make(chan struct{}),
		silent:  make(chan struct{}),
		screen:  vt.NewEmulator(Columns, Rows),
		changed: make(chan struct{}),
	}
	term.screen.SetCallbacks(vt.Callbacks{Title: func(title string) { term.title = title }})
	replies := make(chan struct{})
	go term.show()
	go func() {
		defer close(replies)
		_, _ = io.Copy(master, term.screen)     // cursor positions and the like, which programs ask for
		_, _ = io.Copy(io.Discard, term.screen) // with nobody left to ask, they must still not block the screen
	}()
	go func() {
		defer close(term.exited)
		_ = command.Wait() // Wait reads the status off the command
	}()
	tb.Cleanup(func() {
		_ = command.Process.Kill()
		_ = master.Close()
		<-term.exited
		<-term.silent
		_ = term.screen.InputPipe().(io.Closer).Close() // the emulator's own Close races with its Read
		<-replies
	})
	return term
}

// show draws what is written to the terminal until nobody has it open.
func (term *Terminal) show() {
	defer close(term.silent)
	buffer := make([]byte, 32<<10)
	for {
		n, err := term.master.Read(buffer)
		term.mu.Lock()
		_, _ = term.screen.Write(buffer[:n])
		term.written = append(term.written, buffer[:n]...)
		close(term.changed)
		term.changed = make(chan struct{})
		term.mu.Unlock()
		if err != nil {
			return
		}
	}
}
