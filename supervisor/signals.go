package supervisor

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// watchSignals has the loop told of every signal that matters. Signals that turnguard's parent had ignored stay ignored, and
// those that come after the loop's end change nothing any more: the terminal must still be given back.
func (r *run) watchSignals() {
	for _, s := range []os.Signal{
		unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT, unix.SIGWINCH, unix.SIGTSTP, unix.SIGCONT,
		unix.SIGPIPE, // caught, so that writing to a closed pipe is an error and not turnguard's end
	} {
		if !signal.Ignored(s) {
			signal.Notify(r.signals, s)
		}
	}
	go func() {
		for {
			select {
			case s := <-r.signals:
				r.post(func() { r.signalled(s.(syscall.Signal)) })
			case <-r.quit:
				return
			}
		}
	}()
}

func (r *run) signalled(s unix.Signal) {
	switch s {
	case unix.SIGWINCH:
		r.resize()
	case unix.SIGTSTP:
		r.suspendKey()
	case unix.SIGCONT:
		r.continued()
	case unix.SIGPIPE: // the write that failed says more
	case unix.SIGHUP:
		forward := s
		if r.phase == boundary || r.phase == asking {
			forward = r.StopSignal // nobody is left to say yes, and to be told an agent would have to go on
		}
		r.stop(s, forward)
	default:
		r.stop(s, s)
	}
}

// stop ends the run because turnguard was told to by signal s: the agent gets forward and some time, and at the second
// signal no time at all.
func (r *run) stop(s, forward unix.Signal) {
	if r.phase == over {
		r.hasty, r.done = true, true
		return
	}
	if r.told != 0 || r.phase == ending {
		r.kill()
		return
	}
	r.told = s
	r.outcome.Kind, r.outcome.Reason, r.outcome.Status = Signalled, unix.SignalName(s), 128+int(s)
	r.end(forward)
}
