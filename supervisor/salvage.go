package supervisor

import (
	"os"

	"github.com/turnguard/turnguard/prompt"
	"github.com/turnguard/turnguard/supervisor/budget"
)

// salvageText is what an agent that was stopped is asked for. It has no tools then, and no second response.
const salvageText = "You were stopped because the budget for this task is used up. You have no tools any more, and this is your " +
	"last message. Answer now, from what you have gathered in this conversation and from nothing else: what the answer is as far " +
	"as you know it, and what was done. Say plainly what is missing, unfinished or unchecked. Do not guess at it, and do not " +
	"promise more."

// wantsAnswer tells whether an answer is to be had from the agent that was stopped.
func (r *run) wantsAnswer() bool {
	return r.outcome.Kind == Limit && r.guard != nil && (r.OnLimit == Synthesize || r.synthesize)
}

// salvage has the stopped agent go on with its session once more: for one response, without tools, and guarded as it was.
// What it prints goes where the agent's output went. Its turn is none of the run's.
func (r *run) salvage() {
	argv := r.Agent.Salvage(r.Argv, r.outcome.SessionID, salvageText)
	if argv == nil {
		r.warn("there is no answer: the agent has not named its session")
		return
	}
	nothing, err := os.Open(os.DevNull)
	if err != nil {
		r.warn("there is no answer: %v", err)
		return
	}
	defer nothing.Close()
	c := r.Config
	c.Argv, c.Stdin, c.Pty = argv, nothing, PtyNever
	c.Limits = budget.Limits{Turns: 1, ToolCalls: 0}
	c.OnLimit, c.AskTimeout, c.BlindTimeout, c.MenuKey = Abort, 0, 0, prompt.Key{}
	c.ResultFile, c.EventsFile, c.NoTitle, c.Quiet, c.Verbose = "", "", true, true, false
	if r.Verbose {
		r.say("answer by %q", argv)
	}
	r.events.note("salvage", r.budget.Counts())
	last, err := Run(c)
	switch {
	case err != nil:
		r.warn("there is no answer: %v", err)
	case last.Kind != Finished || last.Status != 0 || last.Turns == 0 && last.Counting != CountingBlind:
		r.warn("there is no answer: %s ended with status %d", prompt.Sanitize(argv[0], 40), last.Status)
	default:
		r.outcome.Salvaged = true
	}
}
