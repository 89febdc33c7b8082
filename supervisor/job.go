package supervisor

import (
	"os"
	"os/signal"
	"time"

	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// suspendTime is how long a stop signal to turnguard's own process group may take to have its effect. It has none where
// no shell could continue the group: the kernel drops it.
const suspendTime = 100 * time.Millisecond

// suspended follows an agent that was stopped by somebody else than turnguard, mostly by its user's Ctrl-Z: turnguard
// stops as well, so that the shell sees the job as a whole stop.
func (r *run) suspended(sig unix.Signal) {
	if r.phase != running && sig != unix.SIGSTOP {
		r.stopped = sig // and it stays so when we let it go on
	}
	if r.phase != running || !tree.Stopped(r.guard.Agent()) {
		return // by us, or it is over
	}
	if r.term != nil && (sig == unix.SIGTTIN || sig == unix.SIGTTOU) {
		_ = r.awaitForeground() // where no shell looks after us, the agent reads nothing
		r.resume(true)
		return
	}
	r.suspend(sig)
}

// suspendKey follows a SIGTSTP for turnguard, sent by the terminal if that is not in raw mode. It is the agent's: that
// one tells when it has stopped.
func (r *run) suspendKey() {
	switch r.phase {
	case running:
		_ = r.tree.Signal(unix.SIGTSTP) // it has ended
	case boundary: // in a moment there is a question
		r.after(suspendTime, r.suspendKey)
	case asking:
		r.leaving = true
		r.closeQuestion()
	default: // it ends anyway
	}
}

// suspend gives the terminal back and stops turnguard's process group, until a shell continues it. Then the agent goes on,
// unless it is held for a question.
func (r *run) suspend(sig unix.Signal) {
	if r.term != nil {
		r.displaced = r.term.TUI() // the agent did not leave its screen, so it will not come back to it by itself
		r.term.Suspend()
	}
	stopped := r.stopGroup(sig)
	foreground := r.term == nil || r.term.Resume()
	switch {
	case r.phase == asking:
		r.reask = true
		r.openQuestion()
	case stopped || sig != unix.SIGSTOP:
		r.resume(foreground || !stopped)
	}
}

// resume continues an agent that was suspended. In the background of its terminal it is stopped again when it reads.
func (r *run) resume(foreground bool) {
	if r.term != nil {
		foreground = r.term.Resume() || foreground
		r.guard.Modes(r.usersTerminal())
	}
	r.resize()
	r.guard.Resume(foreground, tree.Stopped(r.guard.Agent()))
	r.redraw()
	r.showCounts()
}

// continued follows a SIGCONT that nobody waited for: turnguard was stopped in a way that it could not notice, and the
// terminal may have been in other hands.
func (r *run) continued() {
	if r.expected {
		r.expected = false
		return
	}
	if r.term == nil {
		return
	}
	switch r.phase {
	case running:
		r.term.Resume()
		r.resize()
		r.redraw()
	case asking:
		r.reask = true
		r.closeQuestion()
	default: // nothing is shown, nothing is typed
	}
}

// foreground sees to it that turnguard has the terminal, for a question: a job in the background stops until its user
// brings it to the foreground. It reports false where nobody could do that.
func (r *run) foreground() bool {
	if r.term.Background() {
		r.say("held for a question: bring it to the foreground (fg) to answer")
		if err := r.awaitForeground(); err != nil {
			r.Log.Info("no foreground", "error", err)
			return false
		}
	}
	return r.term.Resume()
}

func (r *run) awaitForeground() error {
	r.expected = r.term.Background() // so that a SIGCONT will come
	err := r.term.AwaitForeground()
	r.expected = r.expected && err == nil
	return err
}

// stopGroup stops turnguard's process group as the terminal would, and reports whether it was: in a group that no shell
// looks after it is not. It returns when the group has been continued.
func (r *run) stopGroup(sig unix.Signal) bool {
	group := 0
	if sig == unix.SIGSTOP { // which somebody sent to the agent alone; the kernel would not drop it in any group
		sig, group = unix.SIGTSTP, os.Getpid()
	}
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, unix.SIGCONT)
	defer signal.Stop(continued)
	sig, restore := stopping(sig)
	defer restore()
	if err := unix.Kill(group, sig); err != nil {
		return false
	}
	select {
	case <-continued:
		r.expected = true
		return true
	case <-time.After(suspendTime):
	}
	select { // both may have come while it was stopped
	case <-continued:
		r.expected = true
		return true
	case <-time.After(suspendTime / 2):
		return false
	}
}
