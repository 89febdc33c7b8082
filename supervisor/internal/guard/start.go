package guard

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/supervisor/internal/cgroup"
	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// start starts the agent in a process group of its own.
func (w *watch) start(s start) error {
	if err := tree.Adopt(); err != nil {
		return w.refuse(err)
	}
	cmd := exec.Cmd{Path: s.Program, Args: s.Argv, SysProcAttr: &syscall.SysProcAttr{Setpgid: true}}
	dieWithParent(cmd.SysProcAttr)
	var std [3]*os.File
	for i := range std {
		std[i] = inherited(stdFD+i, "agent")
		defer std[i].Close() // or the end of the agent's streams would never show
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = std[0], std[1], std[2]
	if s.Terminal > 0 {
		defer inherited(s.Terminal, "terminal").Close()
		unix.CloseOnExec(s.Master)
		w.master = s.Master
	}
	w.user.Terminal = s.User
	if s.TTY > 0 {
		w.user.tty = inherited(s.TTY, "user")
	}
	if s.Group != "" {
		w.group, _ = cgroup.Open(s.Group) // without it the agent is found by its descent, as usual
	}
	var err error
	if w.agent, err = w.launch(cmd); err != nil {
		return w.refuse(err)
	}
	w.hand(s.Foreground)
	w.early = s.Foreground
	w.tree = tree.New(w.agent, 0)
	w.tree.Contain(w.group)
	return w.reports.Encode(Report{Agent: w.agent, Grouped: w.group != nil})
}

// launch starts the agent in its control group, or outside where that is forbidden.
func (w *watch) launch(agent exec.Cmd) (pid int, err error) {
	if w.group != nil {
		inside, attr := agent, *agent.SysProcAttr
		bornIn(&attr, w.group.Fd())
		inside.SysProcAttr = &attr
		if err = inside.Start(); err == nil {
			return release(inside.Process), nil
		}
		w.group = nil
	}
	if err = agent.Start(); err != nil {
		return 0, err
	}
	return release(agent.Process), nil
}

// release forgets a process of which the reaper takes care, but for its number.
func release(p *os.Process) (pid int) {
	pid = p.Pid
	_ = p.Release()
	return pid
}

// inherited is a file of the guard that its agent must not get by accident.
func inherited(fd int, name string) *os.File {
	unix.CloseOnExec(fd)
	return os.NewFile(uintptr(fd), name)
}

func (w *watch) refuse(err error) error {
	var r Report
	if !errors.As(err, &r.Refused) {
		r.Refused = unix.EINVAL
	}
	return errors.Join(err, w.reports.Encode(r))
}

// hand gives the agent's terminal to the agent, or takes it away: a job in the background is stopped when it reads.
func (w *watch) hand(foreground bool) {
	if w.master < 0 {
		return
	}
	group := w.agent
	if !foreground {
		group = unix.Getpgrp()
	}
	_ = unix.IoctlSetPointerInt(w.master, unix.TIOCSPGRP, group) // an agent that has ended needs none
}
