package supervisor

import "time"

// finish writes out what is left, and settles the outcome.
func (r *run) finish() {
	r.closeQuestion()
	if r.guard != nil && r.phase != over {
		r.killTree() // turnguard has failed, or the agent cannot be ended
	}
	r.phase = over
	r.endLog()
	if r.detector != nil {
		r.detector.Close()
	}
	if r.hooks.detector != nil {
		r.hooks.detector.Close()
	}
	for _, relay := range r.relays {
		relay.close()
	}
	for _, relay := range r.relays {
		for written := relay.once; !written && !r.hasty; { // the agent's input is no longer of interest
			select {
			case <-relay.ended:
				written = true
			case f := <-r.inbox:
				f()
			}
		}
	}
	if r.wires != nil {
		r.wires.closeOurs()
	}
	r.tally()
	r.outcome.EndedAt = time.Now()
}

// tally puts into the outcome what is known by now.
func (r *run) tally() {
	c := r.budget.Counts()
	o := &r.outcome
	o.Turns, o.ToolCalls, o.SubagentTurns = c.Turns, c.ToolCalls, c.SubTurns
	o.Used, o.Grants = c.Used, c.Grants
	o.Limit, o.ToolCallLimit = c.Limit.Number(), c.CallLimit.Number()
	if t := r.Agent; t != nil {
		o.Agent = t.Name
	}
	if r.detector != nil && r.detector.Table() != nil {
		t := r.detector.Table()
		o.Agent = t.Name
		o.ResumeCommand = t.ResumeCommand(r.Argv, o.SessionID)
	}
	o.Source, o.Counting = r.source.String(), r.counting()
}

// counting tells how far the count can be trusted.
func (r *run) counting() Counting {
	switch {
	case !r.understood():
		return CountingBlind
	case r.source.late() != "":
		return CountingDegraded
	}
	return CountingOK
}
