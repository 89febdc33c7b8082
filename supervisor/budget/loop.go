package budget

import "github.com/turnguard/turnguard/detect"

// Repeat says whether an agent repeats itself.
type Repeat uint8

const (
	// Fresh: not that one could tell.
	Fresh Repeat = iota
	// Repeated: the same tool call has had the same result K times in a row.
	Repeated
	// Alternated: two tool calls have taken turns, twice each, and each has had the same result again.
	Alternated
)

// Loop notices an agent that goes round in circles: that calls the same tool with the same arguments and gets the same
// result. It tells only of what is exactly equal; an agent that waits for something may do just that, so it is a reason to
// ask and none to stop. Like a Budget it is pure and belongs to one goroutine. The zero Loop notices nothing.
type Loop struct {
	// K is how many equal results in a row are a loop: 2 and up, or 0 to notice nothing.
	K int

	main, sub trail // what sub-agents do comes in between and is no part of the main agent's row
}

// Observe takes the next event and tells whether it closes a loop. After that it begins anew, so that it takes as many
// again until it tells again; so it does with a Prompt.
func (l *Loop) Observe(e detect.Event) Repeat {
	switch {
	case l.K == 0:
	case e.Kind == detect.Prompt && !e.Sub:
		l.main, l.sub = trail{}, trail{}
	case e.Kind == detect.Result && e.Sub:
		return l.sub.add(e.Print, l.K)
	case e.Kind == detect.Result:
		return l.main.add(e.Print, l.K)
	}
	return Fresh
}

// trail is what is remembered of the last results.
type trail struct {
	last [4]string // fingerprints, the newest first
	row  int       // how many of them, the newest ones, are equal; it counts on beyond four
}

func (t *trail) add(result string, k int) Repeat {
	if result == "" { // who knows: it may have been something new
		*t = trail{}
		return Fresh
	}
	if result != t.last[0] {
		t.row = 0
	}
	t.row++
	t.last = [...]string{result, t.last[0], t.last[1], t.last[2]}
	switch {
	case t.row >= k:
		*t = trail{}
		return Repeated
	case t.row == 1 && t.last[0] == t.last[2] && t.last[1] == t.last[3]:
		*t = trail{}
		return Alternated
	}
	return Fresh
}
