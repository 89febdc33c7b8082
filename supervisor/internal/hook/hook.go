// Package hook puts turnguard into an agent: it writes what the agent loads for one run, adds it to the agent's command
// line, and speaks for the agent's side where that is turnguard itself. The user's own files are left alone.
//
// From inside, the agent tells what it does and waits for a [Verdict] before it goes on. If it cannot reach its guard, it
// stops: an agent that believes to be guarded must not run on.
package hook

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/turnguard/turnguard/detect"
)

// Message is what the guard itself reads of what an agent's hook sends; the rest is for the agent's hook table (see
// detect.Table). A message is a JSON object on a line of its own.
type Message struct {
	Type  string `json:"type"`
	ID    int    `json:"id,omitempty"`       // of a message that pi waits on an answer for
	Limit string `json:"limit,omitempty"`    // of a "limit" or a "grace": what the person wants
	File  string `json:"file,omitempty"`     // the session's log
	Agent string `json:"agent_id,omitempty"` // of a sub-agent
}

// Verdict answers a message that waits. The zero Verdict is to go on.
type Verdict struct {
	ID   int  `json:"id,omitempty"`
	Stop bool `json:"stop,omitempty"`
	// Refuse is for a tool call that waits: it is not to run, and the agent goes on.
	Refuse bool   `json:"refuse,omitempty"`
	Text   string `json:"text,omitempty"`  // for a person: what was done, or why the agent, or the tool, stops
	Error  string `json:"error,omitempty"` // for a person: why nothing was done
	Words  string `json:"words,omitempty"` // for the agent: what its next request is to say; see [Carries]
}

// Notice is what the guard says to pi on its own.
type Notice struct {
	Widget  string `json:"widget,omitempty"`  // the count to show above the editor; with all empty it is taken away
	Warning string `json:"warning,omitempty"` // shown once
}

// Place is where a hook finds its guard.
type Place struct {
	Dir     string // private to this run, for what the agent loads
	Socket  string // of the guard
	Self    string // turnguard's own program
	Trusted bool   // the user allows hooks that pass over the agent's own review of them
}

// Command is how an agent is started.
type Command struct {
	Argv []string
	Env  []string // "NAME=value"
}

var (
	// ErrNone says that there is no hook to be had. What wraps it says why.
	ErrNone = errors.New("no hook")
	// ErrOff is ErrNone where the user has switched the agent's hooks off.
	ErrOff = fmt.Errorf("%w", ErrNone)
)

// adapter is how a hook gets into one agent.
type adapter struct {
	verbs   []string // first words behind its name that make it something else than an agent
	without []string // flags that switch its hooks off
	keeps   bool     // one connection for as long as it lives
	carrier string   // the message whose verdict can have words for the agent's next request
	call    string   // the message that waits before a tool runs
	lingers bool     // told to stop, it makes requests on the side, and so has to be ended at once
	install func(Place, environment) (load, error)
	disarm  func(dir string, env environment) (load, error) // takes the tools away; nil: words do that
}

// load is what has an agent load its hook, or do without its tools.
type load struct {
	flags []string // behind the agent's name
	set   []string // "NAME=value", in the place of the user's own
}

var adapters = map[string]adapter{
	"pi": pi, "claude": claude, "opencode": opencode, "qwen": qwen, "codex": codex, "gemini": gemini,
}

// Keeps tells whether the hook of the agent of table t keeps a connection: it begins with a "hello" and ends with a "bye",
// and may ask for another limit in the name of the agent's user.
func Keeps(t *detect.Table) bool { return t != nil && adapters[t.Name].keeps }

// Carries tells whether the verdict on m, of the agent of table t, can have words for the agent's next request.
func Carries(t *detect.Table, m Message) bool {
	return t != nil && m.ID != 0 && m.Agent == "" && m.Type == adapters[t.Name].carrier
}

// Calls tells whether m, of the agent of table t, waits before a tool runs: the verdict can refuse the call.
func Calls(t *detect.Table, m Message) bool { return t != nil && m.Type == adapters[t.Name].call }

// Lingers tells whether the agent of table t, when its hook has told it to stop, still has something to ask its model.
func Lingers(t *detect.Table) bool { return t != nil && adapters[t.Name].lingers }

// Install writes the hook of the agent of table t, and returns how to start the agent so that it loads it. What the user
// has in a variable that is needed for that stays in force. The error is ErrNone where there is no hook to be had; c then
// has to be run as it is.
func Install(t *detect.Table, c Command, to Place) (Command, error) {
	if t == nil {
		return c, fmt.Errorf("%w for an agent that is not known", ErrNone)
	}
	a, ok := adapters[t.Name]
	if !ok {
		return c, fmt.Errorf("%w for %s", ErrNone, t.Name)
	}
	named, at := detect.Locate(c.Argv)
	if at < 0 || named != t { // a program of another name may take the agent's flags for something else
		return c, fmt.Errorf("%w: no word of the command is %s", ErrNone, t.Name)
	}
	rest := c.Argv[at+1:]
	if len(rest) > 0 && slices.Contains(a.verbs, rest[0]) {
		return c, fmt.Errorf("%w: %s %s is no agent", ErrNone, t.Name, rest[0])
	}
	if i := slices.IndexFunc(rest, func(word string) bool { return slices.Contains(a.without, word) }); i >= 0 {
		return c, fmt.Errorf("%w: %s %s loads none", ErrOff, t.Name, rest[i])
	}
	l, err := a.install(to, c.Env)
	switch {
	case errors.Is(err, ErrNone):
		return c, err
	case err != nil:
		return c, fmt.Errorf("writing the hook of %s: %w", t.Name, err)
	}
	return c.with(l, at), nil
}

// Disarm returns how to start the agent of table t without its tools, where c has the words of detect.Table.Salvage and
// they do not take all away. What the agent loads for that is written to dir.
func Disarm(t *detect.Table, c Command, dir string) (Command, error) {
	_, at := detect.Locate(c.Argv)
	disarm := adapters[t.Name].disarm
	if disarm == nil {
		return c, nil
	}
	l, err := disarm(dir, c.Env)
	if err != nil {
		return c, fmt.Errorf("taking the tools of %s away: %w", t.Name, err)
	}
	return c.with(l, at), nil
}

// with returns the command with what l says; the word at is the agent's name.
func (c Command) with(l load, at int) Command {
	return Command{
		Argv: slices.Concat(c.Argv[:at+1], l.flags, c.Argv[at+1:]),
		Env:  environment(c.Env).with(l.set),
	}
}

// quote makes a word that a shell takes as it is.
func quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }
