package prompt

import (
	"slices"

	"github.com/turnguard/turnguard/prompt/internal/esc"
)

// Typing follows what a person types on its way to the agent, as [Terminal.Raw] hands it over. It is not safe for use
// by several goroutines. The zero Typing is ready, and has no menu key.
type Typing struct {
	// Menu is the key that is turnguard's. The agent does not get it, unless it was pasted.
	Menu Key

	keys  decoder
	held  []byte // the start of a sequence that may turn out to be the menu key
	draft bool
}

// Draft tells whether the person may have something half-written at the agent: there was a key since the last Enter, or
// a paste. It is on the safe side: only the agent knows what a key does there, and what a Backspace leaves. Ctrl-C, Esc
// and the menu key begin no draft, nor does what a terminal sends by itself; but they end none. Enter with a modifier
// and Ctrl-J, a new line to many agents, count as text.
func (t *Typing) Draft() bool { return t.draft }

// Typed is what some of the bytes that were typed mean.
type Typed struct {
	// Agent is what the agent is to get.
	Agent []byte
	// Submitted tells that Enter was among it, in whatever encoding and with whatever modifiers, or a paste with the end
	// of a line in it: the person may have said something. What a terminal sends by itself never counts.
	Submitted bool
	// Menu tells that the menu key was pressed. Its repeats do not count.
	Menu bool
}

// Take takes what was typed, in pieces of any size. With a menu key it holds back the start of a control sequence that
// breaks off at the end of p, until the next call: no key sends that alone. An Esc is never held back.
func (t *Typing) Take(p []byte) Typed {
	var out Typed
	if t.keys.state == esc.Escape && len(p) > 0 && p[0] < ' ' && p[0] != codeEscape {
		t.keys.state = esc.Ground // an Esc that came alone is one, and not an Alt
	}
	start := -1 // of the sequence at hand, -1 if the agent has some of it already
	if t.held != nil {
		start = 0
	}
	next := len(t.held)
	p = append(t.held, p...)
	t.held = nil
	from := 0 // p[from:] is not settled yet
	for i := next; i < len(p); i++ {
		if t.keys.state == esc.Ground || p[i] == codeEscape {
			start = i
		}
		s, ok := t.keys.next(p[i])
		switch {
		case !ok:
		case t.Menu.is(s):
			out.Menu = out.Menu || !s.release && !s.repeat
			if start >= 0 {
				out.Agent = append(out.Agent, p[from:start]...)
				from = i + 1
			}
		case s.release:
		case s.code == codeEnter || s.code == codeKeypadEnter:
			out.Submitted = true
			t.draft = s.pasted || s.modifiers&anyModifier != 0 || p[i] == '\n'
		case s.code == codeEscape, s.code == 'c' && s.modifiers&ctrl != 0:
		default:
			t.draft = true
		}
	}
	end := len(p)
	unfinished := t.keys.state == esc.CSI && start >= from && t.Menu != (Key{})
	if n := end - start; unfinished && n > len("\x1b[") && n < maxSequence {
		t.held = slices.Clone(p[start:])
		end = start
	}
	out.Agent = append(out.Agent, p[from:end]...)
	return out
}
