package terminal

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// open returns the two ends of a new terminal.
func open() (master, tty *os.File, err error) {
	master, tty, err = pty.Open()
	if err != nil {
		return nil, nil, fmt.Errorf("open a terminal: %w", err)
	}
	if err := pty.Setsize(tty, &pty.Winsize{Rows: Rows, Cols: Columns}); err != nil {
		return nil, nil, fmt.Errorf("size the terminal: %w", err)
	}
	master, err = pollable(master)
	return master, tty, err
}

// Resize gives the terminal another size, of which the command is told.
func (term *Terminal) Resize(rows, columns int) {
	term.tb.Helper()
	term.mu.Lock()
	term.screen.Resize(columns, rows)
	term.mu.Unlock()
	conn, err := term.master.SyscallConn()
	if err != nil {
		term.fatalf("resize: %v", err)
	}
	size := unix.Winsize{Row: uint16(rows), Col: uint16(columns)}
	if ctlErr := conn.Control(func(fd uintptr) { err = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &size) }); ctlErr != nil || err != nil {
		term.fatalf("resize: %v, %v", ctlErr, err)
	}
}

// pollable turns a file that pty has made blocking into one whose Close ends a Read.
func pollable(f *os.File) (*os.File, error) {
	defer f.Close()
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("duplicate %s: %w", f.Name(), err)
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		return nil, fmt.Errorf("unblock %s: %w", f.Name(), err)
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// attach makes tty the controlling terminal of command, and every stream of it that is not set.
func attach(command *exec.Cmd, tty *os.File) {
	attr := &syscall.SysProcAttr{Setsid: true, Setctty: true}
	switch {
	case command.Stdin == nil:
		attr.Ctty = 0
	case command.Stdout == nil:
		attr.Ctty = 1
	case command.Stderr == nil:
		attr.Ctty = 2
	default:
		command.ExtraFiles = append(command.ExtraFiles, tty)
		attr.Ctty = 2 + len(command.ExtraFiles)
	}
	command.SysProcAttr = attr
	if command.Stdin == nil {
		command.Stdin = tty
	}
	if command.Stdout == nil {
		command.Stdout = tty
	}
	if command.Stderr == nil {
		command.Stderr = tty
	}
}
