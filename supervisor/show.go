package supervisor

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/turnguard/turnguard/supervisor/internal/hook"
)

const (
	// flashTime is how long the title says something else than the count.
	flashTime = 10 * time.Second
	// maxNotes is how many of the last notes the question repeats.
	maxNotes = 3
)

// showCounts shows the count wherever it stands: in the terminal's title, and in the agent itself where it has a place
// for it.
func (r *run) showCounts() {
	text := r.display()
	if title := cmp.Or(r.flash, text); r.term != nil && title != r.shown {
		r.shown = title
		r.term.SetTitle(title)
	}
	if r.budget.Idle() {
		text = ""
	}
	if r.hooks.agent != nil && text != r.hooks.widget {
		r.hooks.widget = text
		r.hooks.agent.send(hook.Notice{Widget: text})
	}
}

// display is the count in words, such as "Turns: 12/25"; nothing before there is anything to count.
func (r *run) display() string {
	switch {
	case r.understood():
		r.blind = false
	case r.blind:
		return "Turns: ?"
	default:
		return ""
	}
	c := r.budget.Counts()
	text := fmt.Sprintf("Turns: %d/%s", c.Used, c.Granted.Short())
	if c.SubTurns > 0 && !r.Limits.CountSubagents {
		text += fmt.Sprintf(" (+%d sub)", c.SubTurns)
	}
	return text
}

// notify tells the user something that should not be missed. While an agent draws the screen itself a line of ours has to
// wait, so the title says it as well, and the next question, and the agent if it can.
func (r *run) notify(text string) {
	r.warn("%s", text)
	if !slices.Contains(r.notes, text) {
		r.notes = append(r.notes, text)
		r.notes = r.notes[max(0, len(r.notes)-maxNotes):]
	}
	if r.hooks.agent != nil {
		r.hooks.agent.send(hook.Notice{Warning: "turnguard: " + text})
	}
	if r.blind {
		r.showCounts() // which says it as well
		return
	}
	r.flash = "turnguard: " + text
	r.after(flashTime, func() {
		r.flash = ""
		r.showCounts()
	})
	r.showCounts()
}
