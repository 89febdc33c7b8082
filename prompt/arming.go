package prompt

import "time"

// arming keeps keys that were not meant for a question from answering it: those typed ahead, and a key that is held
// down. Nothing counts for a while, and longer if keys come in that while.
type arming struct {
	settle time.Duration // nothing counts for so long after the question is there
	rearm  time.Duration // nor for so long after a key that did not count
	until  time.Time
}

// start begins the while.
func (a *arming) start(now time.Time) { a.until = now.Add(a.settle) }

// early tells whether a key that comes now does not count.
func (a *arming) early(now time.Time) bool {
	if !now.Before(a.until) {
		return false
	}
	if until := now.Add(a.rearm); until.After(a.until) {
		a.until = until
	}
	return true
}
