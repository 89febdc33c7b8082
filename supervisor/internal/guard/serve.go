package guard

import (
	"encoding/json"
	"errors"
	"os"
	"os/signal"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/supervisor/internal/cgroup"
	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// killTime is how long killed processes may take to vanish.
const killTime = 5 * time.Second

// watch is the guard, in its own process. Its fields belong to the goroutine of Serve.
type watch struct {
	orders  *os.File
	reports *json.Encoder
	front   int // turnguard's process id
	agent   int
	master  int // the file descriptor of the other end of the agent's terminal, -1 for none
	tree    *tree.Tree
	group   *cgroup.Group // nil for none
	user    bequest
	early   bool // the agent may have tried to read before the terminal was its own
}

// Serve is the guard. It returns when turnguard lets it go, or is gone.
func Serve() error {
	// The agent is killed when the thread that started it ends (go.dev/issue/27505): the last thing that stops it, should
	// turnguard and the guard be killed at once.
	runtime.LockOSThread()
	w := &watch{orders: os.NewFile(ordersFD, "orders"), master: -1, front: os.Getppid()}
	reports := os.NewFile(reportsFD, "reports")
	unix.CloseOnExec(ordersFD)
	unix.CloseOnExec(reportsFD)
	w.reports = json.NewEncoder(reports)
	orders := json.NewDecoder(w.orders)
	var first order
	if err := orders.Decode(&first); err != nil || first.Start == nil {
		return errors.New("the guard is started by turnguard alone")
	}
	beDeaf()
	if err := w.start(*first.Start); err != nil {
		return nil //nolint:nilerr // turnguard was told
	}
	// It stops a process that sets the group of a terminal from the background. Not earlier: the agent would inherit this.
	signal.Ignore(unix.SIGTTOU)
	w.stand(orders)
	return nil
}

// beDeaf drops the signals that would end or stop the guard: what is meant for turnguard may reach its guard, too, as one
// for all processes of that name does. Unlike ignored ones, signals that are taken and dropped are not the agent's legacy.
func beDeaf() {
	for _, s := range []os.Signal{
		unix.SIGINT, unix.SIGQUIT, unix.SIGTERM, unix.SIGHUP, unix.SIGTSTP, unix.SIGTTIN,
		unix.SIGPIPE, unix.SIGUSR1, unix.SIGUSR2, unix.SIGALRM,
	} {
		if !signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}

// stand watches the agent and turnguard.
func (w *watch) stand(orders *json.Decoder) {
	deaths, said, done := make(chan unix.WaitStatus), make(chan order), make(chan struct{})
	defer close(done)
	go w.reap(deaths, done)
	go func() {
		defer close(said)
		for {
			var o order
			if orders.Decode(&o) != nil {
				return // turnguard is gone
			}
			said <- o
		}
	}()
	for {
		select {
		case status := <-deaths:
			w.happened(status)
		case o, open := <-said:
			if !open {
				w.avenge()
				return
			}
			if o.Leave {
				w.hand(false) // the end of a session's leader is a hang-up for what is in the foreground
				return
			}
			w.carryOut(o)
		}
	}
}

func (w *watch) carryOut(o order) {
	switch {
	case o.Resume != nil:
		w.hand(o.Resume.Foreground)
		if o.Resume.Wake {
			_ = w.tree.Signal(unix.SIGCONT) // it has ended
		}
	case o.Reset != nil:
		w.user.Reset = *o.Reset
	case o.Modes != nil:
		w.user.Saved, w.user.Ours = o.Modes.Saved, o.Modes.Ours
	}
}

// happened reports what has happened to the agent.
func (w *watch) happened(status unix.WaitStatus) {
	if status.Continued() {
		// By somebody else, maybe, while turnguard is suspended: it must not run unguarded.
		if tree.Stopped(w.front) {
			_ = unix.Kill(w.front, unix.SIGCONT)
		}
		return
	}
	if sig := status.StopSignal(); w.early && (sig == unix.SIGTTIN || sig == unix.SIGTTOU) {
		w.early = false
		_ = w.tree.Signal(unix.SIGCONT) // it has ended
		return
	}
	_ = w.reports.Encode(Report{Status: status}) // if nobody reads any more, orders end as well
}

// avenge ends the agent, with all that it has started, because turnguard is gone.
func (w *watch) avenge() {
	w.tree.Strike()
	w.user.reset(20 * time.Millisecond) // at once, before a shell takes the terminal back
	w.user.restore()
	_, _ = w.tree.Kill(killTime)
	w.user.reset(time.Second)
	if w.group != nil {
		_ = w.group.Close()
	}
}

// reap waits for the agent, and for the orphans that the guard adopts.
func (w *watch) reap(deaths chan<- unix.WaitStatus, done <-chan struct{}) {
	for {
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, unix.WUNTRACED|unix.WCONTINUED, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return
		case pid == w.agent:
			select {
			case deaths <- status:
			case <-done:
			}
		}
	}
}
