package supervisor

import (
	"slices"

	"github.com/turnguard/turnguard/detect"
)

// source says which of the ways on which an agent can be followed is the one that counts. The hook comes first, because
// it holds the agent; the stream or the session's log, whichever there is, watches the hook meanwhile.
type source struct {
	awaited  bool // a hook is in place and has not been heard of yet
	hooked   bool // the hook counts
	passive  string
	timely   bool   // the log is written in time
	degraded string // why the hook is no longer in force
	ahead    int    // turns that the passive source has told of and the hook has not
	usage    bool   // the hook tells what was used
}

// bypassed is by how many turns the passive source may be ahead of the hook. pi prints that a turn starts just before the
// gate of that turn; with two, a request has been made without one.
const bypassed = 1

func (s *source) String() string {
	if s.hooked {
		return "hook"
	}
	return s.passive
}

// late says why a stop may come one request late, "" if it will not.
func (s *source) late() string {
	if s.degraded == "" && s.passive == "log" && !s.timely && !s.hooked && !s.awaited {
		return "it is counted by its session's log"
	}
	return s.degraded
}

// install readies the source for an agent whose hook is in place.
func (s *source) install(hook *detect.Table) {
	s.awaited = true
	s.usage = slices.ContainsFunc(hook.Rules, func(r detect.Rule) bool { return r.Emit == detect.Usage })
}

// heard notes that the hook has been called, so that it is in force.
func (s *source) heard() {
	if s.awaited {
		s.awaited, s.hooked = false, true
	}
}

// fromHook notes an event of the hook, and tells whether it counts. A hook that comes to life after the other source
// has taken over only holds.
func (s *source) fromHook(e detect.Event) (counts bool) {
	switch {
	case !s.hooked:
		return false
	case e.Kind == detect.Turn && !e.Sub:
		s.ahead--
	case e.Kind == detect.Void && !e.Sub:
		s.ahead++
	case e.Kind == detect.Prompt:
		// Runs that were interrupted before any response leave turns that the passive source never hears of. They must
		// not add up to a head start for an agent that gets past its hook.
		s.ahead = max(s.ahead, -1)
	}
	return true
}

// fromPassive notes an event of the stream or the log, and tells whether it counts. For some it says that the hook is
// not to be relied on, why.
func (s *source) fromPassive(e detect.Event) (counts bool, lost string) {
	turn, void := e.Kind == detect.Turn && !e.Sub, e.Kind == detect.Void && !e.Sub
	switch {
	case s.awaited && turn:
		return true, "its hook was not called"
	case !s.hooked && s.ahead < 0 && turn: // the hook had told of it before it was lost
		s.ahead++
		return false, ""
	case !s.hooked:
		return true, ""
	case turn:
		if s.ahead++; s.ahead > bypassed {
			return false, "its hook was passed over"
		}
	case void:
		s.ahead--
	case e.Kind == detect.Usage:
		return !s.usage, ""
	}
	// Claude Code calls no hook when its user interrupts it, but writes that down.
	return e.Kind == detect.Say || e.Kind == detect.Session || e.Kind == detect.End, ""
}

// lose goes over to the passive source. It returns how many turns have to be counted on top.
func (s *source) lose(why string) (missed int) {
	s.awaited, s.hooked, s.degraded = false, false, why
	missed = max(0, s.ahead)
	s.ahead = min(0, s.ahead)
	return missed
}
