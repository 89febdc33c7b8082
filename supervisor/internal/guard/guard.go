// Package guard is the process that stands between turnguard and the agent: turnguard itself, started once more.
//
// It does four things that the process in front cannot do. It leads the session of the agent's terminal, so that the
// agent, in a process group of its own, can be suspended and resumed like any job of a shell. It adopts the orphans
// among what the agent starts. It holds the agent's terminal open. And it outlives turnguard: if that is killed, the
// guard kills the agent with all that it has started and gives the user's terminal back. Should the guard itself be
// killed, turnguard does the same.
//
// This is the shape of sudo's monitor (use_pty). The two talk over a pair of pipes, whose end tells each that the other
// one is gone.
package guard

import (
	"os"

	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/supervisor/internal/cgroup"
)

// Command is the word behind which turnguard's own program plays the guard.
const Command = "__guard"

// Agent is what the guard is to start.
type Agent struct {
	Self       string        // turnguard's own program
	Program    string        // the agent's
	Argv       []string      // the agent's command line, its name first
	Env        []string      // of the agent
	Std        [3]*os.File   // its standard streams
	Terminal   *os.File      // the agent's end of its terminal, nil if it has none
	Master     *os.File      // the other end, nil if it has none
	Group      *cgroup.Group // where the agent is to be born, nil for none
	Foreground bool          // the agent may read that terminal; else it is stopped when it tries to, as a background job is
	User       Terminal      // what becomes of the user's terminal if turnguard is killed
}

// Terminal is how the user's terminal was, and how it may have been left. The zero Terminal is none.
type Terminal struct {
	Saved unix.Termios   // as it was found
	Ours  []unix.Termios // the modes that turnguard puts it into: in another one it is somebody else's by now
	Reset string         // what makes its screen fit for a shell
}

// Report is what the guard says of the agent: first whether it runs, then each time that it is stopped, and its end.
type Report struct {
	Agent   int             `json:",omitempty"` // its process id
	Grouped bool            `json:",omitempty"` // it is in its control group
	Refused unix.Errno      `json:",omitempty"` // why it could not be started
	Status  unix.WaitStatus `json:",omitempty"` // how it was stopped, or has ended
}

// order is what turnguard says to the guard. The first one starts the agent.
type order struct {
	Start  *start    `json:",omitempty"`
	Resume *resume   `json:",omitempty"` // continue the suspended agent
	Reset  *string   `json:",omitempty"` // another Terminal.Reset from now on
	Modes  *Terminal `json:",omitempty"` // other modes; its Reset does not count
	Leave  bool      `json:",omitempty"` // all is done: end, and leave alone what lives on
}

type start struct {
	Program    string
	Argv       []string
	Foreground bool
	Group      string // its path, "" for none
	Terminal   int    // its file descriptors: of the agent's terminal, of the other end, of the user's terminal; 0 for none
	Master     int
	TTY        int
	User       Terminal
}

type resume struct{ Foreground, Wake bool }

// The first file descriptors of the guard, behind its standard streams.
const (
	ordersFD = 3 + iota
	reportsFD
	stdFD  // of the agent, three of them
	freeFD = stdFD + 3
)
