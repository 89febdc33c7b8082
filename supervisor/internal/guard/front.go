package guard

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// startTime is how long a guard and its agent may take to start, on a machine that does much else.
	startTime = 20 * time.Second
	// leaveTime is how long a guard that has nothing left to do may take to end.
	leaveTime = time.Second
)

// Guard is a running guard, as turnguard sees it. Its methods never wait for it, save for Leave.
type Guard struct {
	pid, agent int
	grouped    bool
	out        *os.File
	orders     chan order
	resets     chan string
	gone       chan struct{} // closed when the process has ended and was reaped
}

// RefusedError is why an agent could not be started: what the system said.
type RefusedError struct{ Err error }

func (e *RefusedError) Error() string { return e.Err.Error() }

// Unwrap returns what the system said.
func (e *RefusedError) Unwrap() error { return e.Err }

// Start starts a guard and has it start the agent. Everything that happens to that one later is told to told, and the
// guard's own end to lost, both on a goroutine of the Guard. An agent that cannot be started is a *RefusedError.
//
// The caller reaps no processes itself from now on: what the guard has adopted comes to turnguard if the guard is killed.
func Start(a Agent, told func(Report), lost func(unix.WaitStatus)) (*Guard, error) {
	ordersIn, ordersOut, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("starting the guard: %w", err)
	}
	defer ordersIn.Close()
	reportsIn, reportsOut, err := os.Pipe()
	if err != nil {
		_ = ordersOut.Close()
		return nil, fmt.Errorf("starting the guard: %w", err)
	}
	defer reportsOut.Close()

	cmd := exec.Cmd{
		Path: a.Self, Args: []string{"turnguard", Command}, Env: a.Env, Stderr: os.Stderr,
		ExtraFiles:  []*os.File{ordersIn, reportsOut, a.Std[0], a.Std[1], a.Std[2]},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}
	s := start{Program: a.Program, Argv: a.Argv, Foreground: a.Foreground, User: a.User}
	if a.Group != nil {
		s.Group = a.Group.String()
	}
	if a.Terminal != nil {
		s.Terminal, s.Master = freeFD, freeFD+1
		cmd.ExtraFiles = append(cmd.ExtraFiles, a.Terminal, a.Master)
		cmd.SysProcAttr.Setctty, cmd.SysProcAttr.Ctty = true, s.Terminal
	}
	// Opened anew: passing on a file that is read elsewhere would make that one block.
	if tty, err := os.OpenFile("/dev/tty", os.O_RDWR|unix.O_NOCTTY, 0); err == nil && len(a.User.Ours) > 0 {
		defer tty.Close()
		s.TTY = 3 + len(cmd.ExtraFiles)
		cmd.ExtraFiles = append(cmd.ExtraFiles, tty)
	}
	if err = cmd.Start(); err != nil {
		_, _ = ordersOut.Close(), reportsIn.Close()
		return nil, fmt.Errorf("starting the guard: %w", err)
	}
	g := &Guard{
		pid: cmd.Process.Pid, out: ordersOut,
		orders: make(chan order, 8), resets: make(chan string, 1), gone: make(chan struct{}),
	}
	_ = cmd.Process.Release() // waiting is the reaper's
	_ = reportsOut.Close()    // or its end would never show
	go g.send(order{Start: &s})
	reports := json.NewDecoder(reportsIn)
	var first Report
	_ = reportsIn.SetReadDeadline(time.Now().Add(startTime))
	err = reports.Decode(&first)
	_ = reportsIn.SetReadDeadline(time.Time{})
	go g.attend(reportsIn, reports, told, lost)
	if err == nil && first.Refused == 0 {
		g.agent, g.grouped = first.Agent, first.Grouped
		return g, nil
	}
	g.Leave()
	if err != nil {
		return nil, fmt.Errorf("starting the guard: %w", err)
	}
	return nil, &RefusedError{Err: first.Refused}
}

// PID is the process id of the guard.
func (g *Guard) PID() int { return g.pid }

// Agent is the process id of the agent.
func (g *Guard) Agent() int { return g.agent }

// Grouped tells whether the agent is in the control group that was made for it. Old container runtimes forbid that.
func (g *Guard) Grouped() bool { return g.grouped }

// Resume puts an agent that was suspended into the foreground of its terminal, or into the background, and wakes it. One that
// runs again already must not be woken: by the time of that it may have been frozen.
func (g *Guard) Resume(foreground, wake bool) { g.order(order{Resume: &resume{foreground, wake}}) }

// Reset tells what has to be written to the user's terminal to make it fit for a shell, should turnguard be killed. Only
// the latest counts. It must not be called from several goroutines at once.
func (g *Guard) Reset(sequence string) {
	select {
	case <-g.resets: // not sent yet
	default:
	}
	g.resets <- sequence
}

// Modes tells that the user's terminal has other modes from now on.
func (g *Guard) Modes(t Terminal) { g.order(order{Modes: &t}) }

// Leave has the guard end and leave alone what lives on, and waits until it has. One that does not is killed.
func (g *Guard) Leave() {
	g.order(order{Leave: true})
	select {
	case <-g.gone:
	case <-time.After(leaveTime):
		_ = unix.Kill(g.pid, unix.SIGKILL) // not reaped yet, so the number is still its own
		<-g.gone
	}
}

func (g *Guard) order(o order) {
	select {
	case g.orders <- o:
	case <-g.gone:
	}
}

// send writes orders to the guard until it is gone.
func (g *Guard) send(first order) {
	defer g.out.Close()
	to := json.NewEncoder(g.out)
	for o := first; ; {
		_ = to.Encode(o) // a guard that is gone says so otherwise
		select {
		case o = <-g.orders:
		case reset := <-g.resets:
			o = order{Reset: &reset}
		case <-g.gone:
			return
		}
	}
}

// attend passes on what the guard says, and buries it.
func (g *Guard) attend(from io.Closer, reports *json.Decoder, told func(Report), lost func(unix.WaitStatus)) {
	defer from.Close()
	ends := make(chan unix.WaitStatus, 1)
	go g.reap(ends)
	for {
		var r Report
		if reports.Decode(&r) != nil {
			break
		}
		told(r)
	}
	status := <-ends
	close(g.gone)
	lost(status)
}

// reap waits for children until none is left: the guard, and those that become ours if it is killed.
func (g *Guard) reap(ends chan<- unix.WaitStatus) {
	for {
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, 0, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return
		case pid == g.pid:
			ends <- status
		}
	}
}
