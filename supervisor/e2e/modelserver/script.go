package modelserver

import "time"

// A Script is what the model will say. It starts again at its first step with each prompt of a person, and separately
// in each sub-agent.
type Script struct {
	Steps    []Step // the answers to the agent itself, in order
	SubAgent []Step // the answers to each of its sub-agents
	Final    string // the answer once the steps are used up, which ends the run; "Done." if empty

	Words string // what the agent may be told on the way; a message that holds them is no prompt of a person
	Heeds bool   // a request that carries the words gets the final answer
}

// A Step is one answer of the model. Without Calls it ends the run.
type Step struct {
	Fail     []Failure     // sent instead of the answer, one for each attempt, until they are used up
	Delay    time.Duration // from the request to the first byte of the answer
	Thinking string
	Text     string
	Calls    []Call        // tools to run, all at once
	Pause    time.Duration // a silence halfway through the answer
}

// A Call asks the agent to run one of its tools.
type Call struct {
	Tool      string // as the agent names it, such as bash
	Arguments map[string]any
}

// A Failure is an HTTP error in the place of an answer.
type Failure struct {
	Status     int           // such as 429, 500 or 529
	RetryAfter time.Duration // sent as whole seconds; none if 0
}

// next returns the answer to a request that follows step answers.
func (s Script) next(lane Lane, step int) Step {
	var steps []Step
	switch lane {
	case Main:
		steps = s.Steps
	case SubAgent:
		steps = s.SubAgent
	case Side:
	}
	if step < len(steps) {
		return steps[step]
	}
	if s.Final == "" {
		return Step{Text: "Done."}
	}
	return Step{Text: s.Final}
}
