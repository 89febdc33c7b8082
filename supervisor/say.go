package supervisor

import (
	"fmt"

	"github.com/turnguard/turnguard/prompt"
	"github.com/turnguard/turnguard/supervisor/budget"
)

// say tells the user something, unless --quiet forbids it.
func (r *run) say(format string, args ...any) {
	if !r.Quiet {
		r.warn(format, args...)
	}
}

// warn tells the user something in any case, on the terminal if standard error leads there.
func (r *run) warn(format string, args ...any) {
	line := "turnguard: " + fmt.Sprintf(format, args...)
	switch {
	case r.term == nil || r.phase == over || !isTerminal(r.Stderr):
		fmt.Fprintln(r.Stderr, line)
	case r.ask != nil:
		go r.term.Print(line) // it waits until the question is settled, and the loop must not
	default:
		r.term.Print(line)
	}
}

// tell says, where it is wanted, what is in force.
func (r *run) tell() {
	if !r.Verbose {
		return
	}
	agent := "not known yet, its first events will tell"
	if r.Agent != nil {
		agent = r.Agent.Name
	}
	source := r.source.String()
	if r.source.awaited {
		source = "hook, or else " + source
	}
	limit := fmt.Sprintf("limit %s turns (%s)", r.Limits.Turns, r.LimitSource)
	if calls := r.Limits.ToolCalls; calls != budget.Unlimited {
		limit += " and " + count(int(calls), "tool call", "tool calls")
	}
	r.say("%s, agent %s, source %s", limit, agent, source)
	if r.ConfigFile != "" {
		r.say("config file %s", r.ConfigFile)
	}
	r.say("process %d runs %q", r.guard.Agent(), r.command.Argv)
	r.say("held by %s", prompt.Sanitize(r.containment(), 200))
}

// question puts the question together. It names every limit that was reached.
func (r *run) question() prompt.Question {
	c, reasons := r.budget.Counts(), r.budget.Reasons()
	q := prompt.Question{Timeout: r.AskTimeout}
	turns := count(c.Used, "turn", "turns")
	calls := count(c.Calls, "tool call", "tool calls")
	switch {
	case r.repeats != "" && reasons == 0:
		q.Title, q.Text = "The agent repeats itself", r.repeats+" Continue?"
	case r.paused && reasons == 0:
		q.Title, q.Text = r.menuText()
		q.Timeout = 0 // it waits for whoever asked for it
	case r.guard == nil:
		q.Title, q.Text = "Turn limit 0", "Nothing has been started yet. Start "+prompt.Sanitize(r.Argv[0], 40)+"?"
	case reasons&budget.TurnsReached == 0:
		q.Title, q.Text = "Tool call limit reached", "You've used "+calls+". Continue?"
	case reasons&budget.ToolCallsReached == 0:
		q.Title, q.Text = "Turn limit reached", "You've used "+turns+". Continue?"
	default:
		q.Title, q.Text = "Turn and tool call limits reached", "You've used "+turns+" and "+calls+". Continue?"
	}
	q.Yes = r.grantText(c, reasons)
	if r.guard != nil && (c.Limit > 1 || c.Limit == budget.Unlimited) && r.way() != noWay {
		q.WrapUp = "wrap up: " + count(int(r.lastTurns()), "more turn", "more turns") + " to finish in"
	}
	if r.guard != nil && r.Agent.Salvage(r.Argv, r.outcome.SessionID, salvageText) != nil {
		q.Salvage = "salvage: stop, and answer from what it has"
	}
	if r.tree != nil {
		q.Facts = r.grant.facts(c.SubTurns, r.tree.Held())
	}
	if r.repeats != "" && reasons != 0 {
		q.Facts = append(q.Facts, "loop     "+r.repeats)
	}
	if why := r.source.late(); why != "" {
		q.Facts = append(q.Facts, "late     maybe by one request: "+why)
	}
	for _, note := range r.notes {
		q.Facts = append(q.Facts, "note     "+note)
	}
	q.Limit = func(s string) error { return checkLimit(s, c, reasons) }
	return q
}

// grantText words the answer yes.
func (r *run) grantText(c budget.Counts, reasons budget.Reasons) string {
	turns, calls := count(max(1, int(c.Limit)), "more turn", "more turns"), count(int(c.CallLimit), "more tool call", "more tool calls")
	switch {
	case r.paused && reasons == 0:
		return "yes, go on"
	case reasons&budget.ToolCallsReached == 0:
		return "yes, " + turns
	case reasons&budget.TurnsReached == 0:
		return "yes, " + calls
	}
	return "yes, " + turns + " and " + calls
}

// checkLimit tells what is wrong with another limit: of tool calls where the question is about nothing else.
func checkLimit(s string, c budget.Counts, reasons budget.Reasons) error {
	limit, err := budget.ParseLimit(s)
	used, text := c.Used, count(c.Used, "turn", "turns")
	if reasons == budget.ToolCallsReached {
		used, text = c.Calls, count(c.Calls, "tool call", "tool calls")
	}
	if err == nil && reasons != 0 && limit != budget.Unlimited && int(limit) <= used {
		err = fmt.Errorf("%s are used already: want more than that, or \"unlimited\"", text)
	}
	return err
}

// count gives "1 turn", "2 turns".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// sayOutcome says in one line why a run has ended that the agent itself did not end.
func (r *run) sayOutcome() {
	if r.outcome.Kind == WrappedUp {
		r.say("the agent wrapped up after %s", count(r.budget.Counts().Used, "turn", "turns"))
	}
	if r.outcome.Kind != Limit {
		return
	}
	why := map[string]string{
		reasonDeclined: "as you said", reasonLoop: "as you said", reasonNobody: "no terminal to ask on",
		reasonPolicy: "as --on-limit abort says", reasonSynthesize: "as --on-limit synthesize says",
		reasonTimeout: fmt.Sprintf("no answer in %v", r.AskTimeout),
	}[r.outcome.Reason]
	c := r.budget.Counts()
	switch reached := r.budget.Reasons(); {
	case r.outcome.Reason == reasonMenu:
		r.say("stopped after %s, as you said%s", count(c.Turns, "turn", "turns"), r.ticket())
	case reached == 0 && r.repeats != "":
		r.say("stopped after %s, since the agent repeated itself (%s)%s", count(c.Turns, "turn", "turns"), why, r.ticket())
	case r.guard == nil:
		r.say("turn limit 0: nothing was started (%s)", why)
	case reached&budget.TurnsReached == 0:
		r.say("stopped at the tool call limit after %s (%s)%s", count(c.Calls, "call", "calls"), why, r.ticket())
	default:
		r.say("stopped at the turn limit after %s (%s)%s", count(c.Used, "turn", "turns"), why, r.ticket())
	}
}
