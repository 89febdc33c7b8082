package supervisor

import (
	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/supervisor/budget"
	"github.com/turnguard/turnguard/supervisor/internal/hook"
)

// refuses tells whether event e, at a limit, leaves an agent running that is at the end of its tool calls. Where nobody
// will be asked and its hook holds each call, those beyond the cap are refused one by one, so that the ones that were
// granted can finish; a response may ask for some of both. The agent is stopped before its next request.
func (r *run) refuses(e detect.Event) bool {
	if e.Kind == detect.ToolCall && r.source.hooked && !r.asks() && r.budget.Reasons() == budget.ToolCallsReached {
		r.refusing = true
	}
	next := e.Kind == detect.Turn || e.Kind == detect.More || e.Kind == detect.Prompt
	return r.refusing && (e.Sub || !next)
}

// asks tells whether there is somebody to be asked at a limit.
func (r *run) asks() bool { return r.OnLimit == Ask && r.term != nil }

// verdict is the answer to a call that waits while the agent runs.
func (r *run) verdict(g gate) hook.Verdict {
	v := hook.Verdict{ID: g.id}
	if g.carries {
		v.Words = r.wrapUpWords()
	}
	if r.refusing {
		v.Refuse, v.Stop, v.Text = g.call, g.sub && !g.call, toolCallsText
	}
	return v
}
