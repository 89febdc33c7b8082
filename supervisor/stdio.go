package supervisor

import (
	"fmt"
	"os"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// PtyMode says which of its standard streams the agent finds on a terminal.
type PtyMode uint8

const (
	// PtyAuto gives the agent a terminal where turnguard itself has one, and a pipe where it has a pipe or a file.
	PtyAuto PtyMode = iota
	// PtyAlways puts its standard output on a terminal in any case, for agents that hold lines back otherwise.
	PtyAlways
	// PtyNever gives it pipes only.
	PtyNever
)

// end is what the agent finds on one of its standard streams.
type end uint8

const (
	inherit end = iota // turnguard's own file
	tty                // the terminal of its own
	rawTTY             // a terminal that serves this stream alone and changes no byte
	pipe               // a pipe to or from turnguard
	null               // nothing to read
)

// layout says where the agent's standard streams lead.
type layout struct {
	std [3]end
	// controlling says that the agent has a controlling terminal, though maybe on none of the three.
	controlling bool
}

// plan lays the streams out by sudo's rule: what is a terminal for turnguard is one for the agent, what is a pipe or a
// file stays one, so that a turnguard put into a pipeline changes nothing in it. Standard output is never handed over as
// it is, since it is what turnguard reads; twoWay says that standard input is read as well.
func plan(mode PtyMode, asks bool, isTTY [3]bool, twoWay bool) layout {
	l := layout{controlling: asks && mode != PtyNever, std: [3]end{inherit, pipe, inherit}}
	for fd, is := range isTTY {
		switch {
		case is && l.controlling:
			l.std[fd] = tty
		case is && fd == 0 && !asks:
			l.std[fd] = null // it is the terminal of another session, whose keys are not ours
		case is:
			l.std[fd] = pipe
		}
	}
	if mode == PtyAlways && l.std[1] == pipe {
		l.std[1] = rawTTY
	}
	if twoWay && l.std[0] == inherit {
		l.std[0] = pipe
	}
	return l
}

// wires are the open ends of a layout, the agent's and ours.
type wires struct {
	agent [3]*os.File // what the agent gets as its standard streams
	ours  [3]*os.File // our end of a stream's pipe or rawTTY
	ptm   *os.File    // our end of the agent's terminal, if it has one
	pts   *os.File
	lent  []*os.File // what was opened for the agent only
}

// open opens the layout's pipes and terminals. own are turnguard's standard streams.
func (l layout) open(own [3]*os.File) (*wires, error) {
	w := &wires{}
	if l.controlling {
		ptm, pts, err := pty.Open()
		if err != nil {
			return nil, fmt.Errorf("opening a terminal for the agent: %w", err)
		}
		w.ptm, w.pts, w.lent = ptm, pts, append(w.lent, pts)
	}
	for fd, kind := range l.std {
		if err := w.openStream(fd, kind, own[fd]); err != nil {
			w.closeLent()
			w.closeOurs()
			return nil, fmt.Errorf("opening the agent's standard streams: %w", err)
		}
	}
	return w, nil
}

func (w *wires) openStream(fd int, kind end, own *os.File) (err error) {
	switch kind {
	case inherit:
		w.agent[fd] = own
		return nil
	case tty:
		w.agent[fd] = w.pts
		return nil
	case rawTTY:
		w.ours[fd], w.agent[fd], err = openRaw()
	case null:
		w.agent[fd], err = os.Open(os.DevNull)
	case pipe:
		if fd == 0 {
			w.agent[fd], w.ours[fd], err = os.Pipe()
		} else {
			w.ours[fd], w.agent[fd], err = os.Pipe()
		}
	}
	if err == nil {
		w.lent = append(w.lent, w.agent[fd])
	}
	return err
}

func openRaw() (ours, agent *os.File, err error) {
	if ours, agent, err = pty.Open(); err != nil {
		return nil, nil, err
	}
	if _, err = term.MakeRaw(int(agent.Fd())); err != nil {
		_, _ = ours.Close(), agent.Close()
		return nil, nil, err
	}
	return ours, agent, nil
}

// closeLent closes what the agent has by now and we need no more.
func (w *wires) closeLent() {
	for _, f := range w.lent {
		_ = f.Close()
	}
	w.lent = nil
}

// closeOurs closes our ends.
func (w *wires) closeOurs() {
	for _, f := range append(w.ours[:], w.ptm) {
		if f != nil {
			_ = f.Close()
		}
	}
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
