package hook

import "fmt"

const (
	// Verb is the hidden verb by which turnguard is a hook that an agent runs as a command. The socket follows.
	Verb = "__hook"
	// patience is how long an agent waits for such a hook, in seconds. When it is over the agent goes on, so it has to be
	// longer than any question stays open; a timer of JavaScript cannot hold more than 24 days.
	patience = 20 * 24 * 60 * 60
)

// matcher and command are how Claude Code, and those that learned from it, are told which command to run for an event.
type matcher struct {
	Hooks []command `json:"hooks"`
}

type command struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"` // in seconds or milliseconds, as the agent has it
}

// commandHooks has turnguard called for each of the events.
func commandHooks(to Place, events []string, timeout int) map[string][]matcher {
	hooks := map[string][]matcher{}
	for _, event := range events {
		hooks[event] = []matcher{{Hooks: []command{{Type: "command", Command: commandLine(to, stopAnswer), Timeout: timeout}}}}
	}
	return hooks
}

// stopAnswer stops the agents that heed what a hook answers.
var stopAnswer = "echo " + quote(`{"continue":false,"stopReason":"turnguard: its hook has failed"}`)

// commandLine calls turnguard as a hook. The agents go on when a hook fails, so whatever keeps turnguard from answering, a
// missing program and a crash included, the shell stops the run in its stead, in the way that is given.
func commandLine(to Place, stop string) string {
	return fmt.Sprintf("%s %s %s || %s", quote(to.Self), Verb, quote(to.Socket), stop)
}
