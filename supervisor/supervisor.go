// Package supervisor runs an agent under guard: it starts it, reads what it prints, freezes it at a limit, and goes on or
// ends it as the answer says.
//
// One goroutine, the loop, owns all state and reads the agent's output itself, so that nothing lies between a line and
// the stop that it causes. Everything else (keys, signals, timers, the person's answer, the agent's end) reaches the loop
// as a function to run. Data flows one way: bytes -> events (detect) -> action (budget) -> process (tree).
//
// It is not a library: the API serves this program alone and may change at any time.
package supervisor

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/prompt"
	"github.com/turnguard/turnguard/supervisor/budget"
)

// Policy says what happens at a limit.
type Policy uint8

const (
	// Ask asks the person at the terminal; without a terminal it is Abort.
	Ask Policy = iota
	// Abort ends the agent without asking.
	Abort
	// Synthesize does so, and has it answer once more, without tools, from what it has gathered.
	Synthesize
)

// Config is what a run is made of. The zero value of a timeout means never.
type Config struct {
	Argv    []string      // the agent's command line, as typed
	Program string        // the file to run, as Find found it
	Agent   *detect.Table // how to read its stream; nil: the stream's first lines tell

	Agents     []*detect.Table // those that the user has added by his config file
	ConfigFile string          // "" if there is none

	Limits      budget.Limits
	LimitSource string // where the turn limit came from: "flag", a variable's name, "config" or "default"

	WrapUp string // what the agent is told [budget.Limits.Grace] turns before the limit; "" for what is built in

	AskOnLoop int // equal results of tool calls in a row about which a person is asked: 2 and up, or 0 for never

	OnLimit      Policy
	AskTimeout   time.Duration  // how long a question waits for its answer
	BlindTimeout time.Duration  // how long an agent may write without anything being recognised
	StopSignal   syscall.Signal // sent first when an agent is ended at a limit; 0: SIGKILL at once
	KillAfter    time.Duration  // how long an agent that was told to stop may take; 0: no time at all

	TrustHook bool   // hold also an agent whose hook passes over its review, or has it lose what it changes in its settings
	NoHook    bool   // follow the agent by what it prints only, and leave its command line as it was typed
	Self      string // turnguard's own program, which is started again as the guard, and by some agents as their hook

	MenuKey prompt.Key // opens the menu; the zero key: none does

	Pty         PtyMode
	ResultFile  string // where the outcome is written, as JSON; "" for none
	EventsFile  string // where events are written as they come, as JSON lines; "" for none
	NoTitle     bool
	Quiet       bool
	Verbose     bool
	Log         *slog.Logger // for finding faults; never nil
	Stdin       *os.File
	Stdout      *os.File
	Stderr      *os.File
	Environment []string // of the agent
}

// Find looks a command up as a shell would. Its error is an *ExitError with the status that a shell would give.
func Find(command string) (string, error) {
	program, err := exec.LookPath(command)
	switch {
	case err == nil, errors.Is(err, exec.ErrDot):
		return program, nil
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return "", &ExitError{Status: 127, Err: fmt.Errorf("cannot find the command %q", command)}
	}
	var lookup *exec.Error
	if errors.As(err, &lookup) {
		err = lookup.Err
	}
	return "", &ExitError{Status: 126, Err: fmt.Errorf("cannot run %q: %w", command, err)}
}

// Run runs the agent to its end and tells how it ended. The result file, if one is wanted, is written in every case. An
// error says that turnguard itself has failed; the outcome then has the exit status for it.
func Run(c Config) (Outcome, error) {
	term, err := prompt.Open(!c.NoTitle && isTerminal(c.Stdout))
	if err != nil {
		c.Log.Info("no question can be asked", "reason", err)
	}
	r, err := newRun(c, term)
	if err == nil {
		err = r.run()
	}
	if term != nil {
		if closeErr := term.Close(); closeErr != nil {
			c.Log.Info("the terminal is gone", "error", closeErr)
		}
	}
	if r == nil {
		return Outcome{Status: 125}, err
	}
	r.leaveGuard() // not earlier: until the terminal is given back, the guard must be able to do that
	r.sayOutcome()
	if r.wantsAnswer() && err == nil {
		r.salvage()
	}
	err = errors.Join(err, r.events.close())
	if err != nil && r.outcome.Kind != Failed {
		r.outcome.fail(125, reasonInternal)
	}
	return r.outcome, errors.Join(err, r.outcome.write(c.ResultFile))
}
