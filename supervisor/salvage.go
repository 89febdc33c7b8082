package supervisor

import (
	"fmt"
	"os"

	"github.com/turnguard/turnguard/prompt"
	"github.com/turnguard/turnguard/supervisor/budget"
	"github.com/turnguard/turnguard/supervisor/internal/hook"
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
	if err := r.answer(argv); err != nil {
		r.warn("there is no answer: %v", err)
		return
	}
	r.outcome.Salvaged = true
}

// answer runs the agent for its last response. The error says why there is none.
func (r *run) answer(argv []string) error {
	nothing, err := os.Open(os.DevNull)
	if err != nil {
		return err
	}
	defer nothing.Close()
	dir, err := os.MkdirTemp("", "turnguard")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	command, err := hook.Disarm(r.Agent, hook.Command{Argv: argv, Env: r.Environment}, dir)
	if err != nil {
		return err
	}
	c := r.Config
	c.Argv, c.Environment, c.Stdin, c.Pty = command.Argv, command.Env, nothing, PtyNever
	c.Limits = budget.Limits{Turns: 1, ToolCalls: 0}
	c.OnLimit, c.AskTimeout, c.BlindTimeout, c.MenuKey = Abort, 0, 0, prompt.Key{}
	c.ResultFile, c.EventsFile, c.NoTitle, c.Quiet, c.Verbose = "", "", true, true, false
	if r.Verbose {
		r.say("answer by %q", c.Argv)
	}
	r.events.note("salvage", r.budget.Counts())
	last, err := Run(c)
	if err == nil && (last.Kind != Finished || last.Status != 0 || last.Turns == 0 && last.Counting != CountingBlind) {
		err = fmt.Errorf("%s ended with status %d", prompt.Sanitize(argv[0], 40), last.Status)
	}
	return err
}
