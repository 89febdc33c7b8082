// Package replay counts a finished stream by the rules that hold for a running agent.
package replay

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/supervisor/budget"
)

// Stop is a place in the stream where a running agent would have been stopped.
type Stop struct {
	Line      int `json:"line"`       // of the stream, from 1
	Used      int `json:"used"`       // turns since the last grant or prompt
	ToolCalls int `json:"tool_calls"` // likewise
}

// Report is what a stream comes to.
type Report struct {
	Agent         string `json:"agent"`
	Prompts       int    `json:"prompts"`
	Turns         int    `json:"turns"`
	ToolCalls     int    `json:"tool_calls"`
	SubagentTurns int    `json:"subagent_turns"`
	Limit         *int   `json:"limit"`           // null: unlimited
	ToolCallLimit *int   `json:"tool_call_limit"` // likewise
	Stops         []Stop `json:"stops"`           // as if every question had been answered with yes
	subsCount     bool   // the turns of sub-agents are among Turns
}

// Options say how a stream is read.
type Options struct {
	// Table describes its agent; nil: its first lines tell.
	Table *detect.Table
	// Own are the user's own agents.
	Own    []*detect.Table
	Limits budget.Limits
	// Explain gets a line for each of the stream's, with what was made of it; nil: nobody wants that.
	Explain io.Writer
}

// Read counts stream to its end. Every prompt in it counts as a person's. It fails where nothing is recognised.
func Read(stream io.Reader, o Options) (Report, error) {
	b := budget.New(o.Limits)
	report := Report{Stops: []Stop{}, subsCount: o.Limits.CountSubagents}
	explain := explainer{to: o.Explain}
	line := 1
	action := b.Start()
	settle := func() {
		for action == budget.Ask {
			c := b.Counts()
			report.Stops = append(report.Stops, Stop{Line: line, Used: c.Used, ToolCalls: c.Calls})
			action = b.Grant()
		}
	}
	settle()
	d, err := detect.New(detect.Options{Table: o.Table, Own: o.Own, Terminal: true, Emit: func(e detect.Event) {
		explain.event(e)
		if e.Kind == detect.Prompt {
			b.HumanInput()
		}
		action = b.Observe(e)
		settle()
	}})
	if err != nil {
		return report, err
	}
	in := bufio.NewReaderSize(stream, 64<<10)
	for {
		part, err := in.ReadSlice('\n')
		_, _ = d.Write(part)
		explain.text(part)
		if err == nil {
			explain.line(line, d.Understood())
			line++
		} else if !errors.Is(err, bufio.ErrBufferFull) {
			if !errors.Is(err, io.EOF) {
				return report, fmt.Errorf("reading the stream: %w", err)
			}
			break
		}
	}
	d.Close()
	explain.last(line, d.Understood())
	switch {
	case d.Understood() == 0 && o.Table != nil:
		return report, fmt.Errorf("nothing in it is an event of %s", o.Table.Name)
	case d.Understood() == 0:
		return report, errors.New("nothing in it is an event of an agent that turnguard knows")
	}
	c := b.Counts()
	report.Agent = d.Table().Name
	report.Prompts, report.Turns, report.ToolCalls, report.SubagentTurns = c.Prompts, c.Turns, c.ToolCalls, c.SubTurns
	report.Limit, report.ToolCallLimit = c.Limit.Number(), c.CallLimit.Number()
	return report, nil
}

// Print writes the report for people.
func (r Report) Print(w io.Writer) {
	fmt.Fprintf(w, "agent       %s\nprompts     %d\nturns       %d", r.Agent, r.Prompts, r.Turns)
	switch {
	case r.SubagentTurns > 0 && r.subsCount:
		fmt.Fprintf(w, " (%d sub)", r.SubagentTurns)
	case r.SubagentTurns > 0:
		fmt.Fprintf(w, " (+%d sub)", r.SubagentTurns)
	}
	fmt.Fprintf(w, "\ntool calls  %d\n", r.ToolCalls)
	limit := r.limits()
	switch {
	case limit == "":
		fmt.Fprintln(w, "limit       unlimited: it would never have asked")
		return
	case len(r.Stops) == 0:
		fmt.Fprintf(w, "limit       %s: it would not have asked\n", limit)
		return
	}
	fmt.Fprintf(w, "limit       %s: it would have asked\n", limit)
	for _, s := range r.Stops {
		fmt.Fprintf(w, "            at line %d, after %s and %s\n", s.Line, count(s.Used, "turn"), count(s.ToolCalls, "tool call"))
	}
}

// limits names the limits there are.
func (r Report) limits() string {
	switch {
	case r.ToolCallLimit == nil && r.Limit == nil:
		return ""
	case r.ToolCallLimit == nil:
		return strconv.Itoa(*r.Limit)
	case r.Limit == nil:
		return count(*r.ToolCallLimit, "tool call")
	}
	return count(*r.Limit, "turn") + " and " + count(*r.ToolCallLimit, "tool call")
}

// count gives "1 turn", "2 turns".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
