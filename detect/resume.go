package detect

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Resume says how an agent goes on with a session that it has saved.
type Resume struct {
	// Session is the flag or verb that takes the session's id.
	Session string
	// Dir is the flag that takes the directory of the sessions, if there is one. An id alone does not find a session where
	// the user has set it, or has named a file with Session.
	Dir string
	// Unsaved is the flag by which no session is saved, if there is one.
	Unsaved string
	// Keep lists the flags on which it depends who answers, under which instructions and in which form, each as in the
	// agent's help: "--offline", "--extension, -e <path>", "--betas <betas...>".
	Keep []string
	// OneWay holds what stands for a flag with its value ("--mode rpc") in a run that takes no further prompts.
	OneWay map[string][]string
	// Salvage are words that take all tools away, and whatever could ask for a second response; what takes more than words
	// is done where the agent is started. The user's flags follow. Without any the agent goes on with a session, but cannot
	// be held to one response.
	Salvage []string
	// Prompt are the words between the session's id and the prompt of a run that prints its answer and ends. They count
	// where the user's flags say otherwise.
	Prompt []string
}

// sessionID is what an id may be. It comes from the agent, whose tools can forge it, and becomes a word of a command line:
// it must not be a flag, nor mean anything to the shell that it is pasted into.
var sessionID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$`)

// ResumeCommand returns the command line by which the user who has run argv goes on with a session of it, or nil if it was
// not saved or the id is not one. It begins as argv does, up to the name of the agent, less the variables that env sets: they
// may be keys, and the command is shown.
func (t *Table) ResumeCommand(argv []string, session string) []string {
	if t == nil || t.Resume == nil || !sessionID.MatchString(session) {
		return nil
	}
	start, found, named := t.read(argv)
	if !named {
		start = t.Commands[:1]
	}
	if has(found, t.Resume.Unsaved) {
		return nil
	}
	return slices.Concat(withoutAssignments(start), t.Resume.dir(found), []string{t.Resume.Session, session})
}

// Resumable returns nil if a session of argv can be salvaged later, or an error that tells the user why it cannot. t may
// be nil.
func (t *Table) Resumable(argv []string) error {
	if t == nil || t.Resume == nil || len(t.Resume.Salvage) == 0 {
		return fmt.Errorf("no agent that turnguard can resume (%s)", strings.Join(resumable(), ", "))
	}
	_, found, named := t.read(argv)
	if !named {
		return fmt.Errorf("the command does not name %s itself, so it cannot be started again", t.Name)
	}
	if has(found, t.Resume.Unsaved) {
		return fmt.Errorf("%s %s keeps no session to resume", t.Name, t.Resume.Unsaved)
	}
	return nil
}

// Salvage returns the command line that resumes a session of argv for one response and no more: without tools, as far as
// words take them away, by the same model, under the same instructions, and printed in the form that argv asks for. It is
// nil if argv is not Resumable or the id is not one.
//
// The prompt is words whatever it begins with, also a dash, an @ or a slash. It must not be empty, and others on the
// machine can read it. The agent adds to it what it finds on its standard input, so that should be empty.
func (t *Table) Salvage(argv []string, session, prompt string) []string {
	if t.Resumable(argv) != nil || !sessionID.MatchString(session) {
		return nil
	}
	if strings.IndexAny(prompt, "-@/") == 0 {
		prompt = " " + prompt // no flag, no file, and no command of the agent's
	}
	r := t.Resume
	start, found, _ := t.read(argv)
	last := append(slices.Clone(r.Prompt), prompt)
	return slices.Concat(start, r.Salvage, r.kept(found), r.dir(found), []string{r.Session, session}, last)
}

// withoutAssignments leaves out A=1 of env A=1 pi.
func withoutAssignments(start []string) []string {
	last := len(start) - 1
	launch := slices.DeleteFunc(slices.Clone(start[:last]), func(word string) bool {
		return strings.Contains(word, "=") && !strings.HasPrefix(word, "-")
	})
	return append(launch, start[last])
}

// read returns the words of argv up to the one that names the agent of table t, and the flags behind it that matter, if
// there is such a word.
func (t *Table) read(argv []string) (start []string, found []option, named bool) {
	table, i := Locate(argv)
	if table != t || i < 0 {
		return nil, nil, false
	}
	usages := slices.Clone(t.Resume.Keep)
	if t.Resume.Unsaved != "" {
		usages = append(usages, t.Resume.Unsaved)
	}
	if t.Resume.Dir != "" {
		usages = append(usages, t.Resume.Session+" <id>", t.Resume.Dir+" <dir>")
	}
	return argv[:i+1], options(argv[i+1:], usages), true
}

// kept returns the words of the flags that are repeated.
func (r *Resume) kept(found []option) (words []string) {
	for _, o := range found {
		if o.name == r.Session || o.name == r.Dir {
			continue
		}
		if instead, ok := r.OneWay[o.name+" "+o.value]; ok {
			o.words = instead
		}
		words = append(words, o.words...)
	}
	return words
}

// dir returns the words that tell where the session is.
func (r *Resume) dir(found []option) (words []string) {
	for _, o := range found {
		switch {
		case o.name == r.Session && (strings.Contains(o.value, "/") || strings.HasSuffix(o.value, ".jsonl")):
			return []string{r.Dir, path.Dir(o.value)}
		case o.name == r.Dir:
			words = append(words, o.words...)
		}
	}
	return words
}

// resumable lists the agents that can be resumed for one response and no more.
func resumable() (names []string) {
	for _, t := range Tables() {
		if t.Resume != nil && len(t.Resume.Salvage) > 0 {
			names = append(names, t.Name)
		}
	}
	return names
}
