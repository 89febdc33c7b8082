package supervisor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// child is the agent's process. It is the only one that turnguard starts; others become its children when they lose
// their parent (see tree.Adopt), and its reaper buries those as well.
type child struct {
	pid int
}

// startChild starts the agent, by argv, on its ends of w, in a session of its own, so that its tools cannot push keys into the
// user's terminal.
//
// The calling goroutine must stay locked to its thread for as long as the agent runs: on Linux the agent is killed when
// that thread ends (go.dev/issue/27505), which is the last thing that stops it should turnguard be killed.
func startChild(c *Config, argv []string, l layout, w *wires) (*child, error) {
	cmd := exec.Cmd{
		Path: c.Program, Args: argv, Env: c.Environment,
		Stdin: w.agent[0], Stdout: w.agent[1], Stderr: w.agent[2],
		SysProcAttr: &syscall.SysProcAttr{Setsid: true, Setctty: l.controlling},
	}
	dieWithParent(cmd.SysProcAttr)
	if l.controlling {
		cmd.SysProcAttr.Ctty = controllingFD(l)
		if cmd.SysProcAttr.Ctty > 2 {
			cmd.ExtraFiles = []*os.File{w.pts}
		}
	}
	if err := cmd.Start(); err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			return nil, &ExitError{Status: 126, Err: fmt.Errorf("cannot run %q: %w", c.Argv[0], path.Err)}
		}
		return nil, fmt.Errorf("starting the agent: %w", err)
	}
	pid := cmd.Process.Pid
	_ = cmd.Process.Release() // waiting is the reaper's
	return &child{pid: pid}, nil
}

// controllingFD returns the agent's file descriptor that is its terminal: the first of its standard streams that leads
// there, else the one behind them.
func controllingFD(l layout) int {
	for fd, kind := range l.std {
		if kind == tty {
			return fd
		}
	}
	return len(l.std)
}

// reap waits for children until none is left, and hands over the agent's exit status when it is the agent that ended.
func (c *child) reap(ended func(unix.WaitStatus)) {
	for {
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, 0, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return
		case pid == c.pid:
			ended(status)
		}
	}
}

// exitStatus gives a wait status as a shell does: 128+n where signal n ended the process.
func exitStatus(s unix.WaitStatus) int {
	if s.Signaled() {
		return 128 + int(s.Signal())
	}
	return s.ExitStatus()
}
