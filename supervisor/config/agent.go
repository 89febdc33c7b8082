package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/turnguard/turnguard/detect"
)

var agentName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$`)

// readAgents reads [agents.NAME].
func readAgents(all *value) ([]*detect.Table, error) {
	if all.kind != table {
		return nil, all.fail("agents: want a table for each agent: [agents.NAME]")
	}
	var tables []*detect.Table
	owners := map[string]string{} // of the commands
	for name, v := range all.each() {
		switch {
		case v.kind != table:
			return nil, v.fail("agents.%s: want a table: [agents.NAME]", name)
		case !agentName.MatchString(name):
			return nil, v.fail("agents.%q: want a name of letters, digits, dots, dashes and underscores, 40 at most", name)
		case name == "auto" || slices.Contains(detect.Names(), name):
			return nil, v.fail("agents.%s: the name is taken, want another one than auto, %s", name, strings.Join(detect.Names(), ", "))
		}
		t, err := readAgent(name, v)
		if err != nil {
			return nil, err
		}
		for _, command := range t.Commands {
			if owner, taken := owners[command]; taken {
				return nil, v.fail("agents.%s: match: %q is a command of %s already", name, command, owner)
			}
			owners[command] = name
		}
		tables = append(tables, t)
	}
	return tables, nil
}

// readAgent reads the table of one agent.
func readAgent(name string, in *value) (*detect.Table, error) {
	a := &agent{Table: detect.Table{Name: name}, rules: map[string][]detect.Rule{}, set: map[string]bool{}}
	for key, v := range in.each() {
		if err := a.read(key, v); err != nil {
			return nil, within("agents."+name+"."+key, err)
		}
	}
	switch {
	case len(a.Commands) == 0:
		return nil, in.fail(`agents.%s: match is missing, want the names of its command: match = ["mybot"]`, name)
	case len(a.rules["turn"]) == 0:
		return nil, in.fail(`agents.%s: turn is missing, want what its lines say when a turn begins: turn = ["type=turn_start"]`, name)
	}
	for _, k := range kinds {
		a.Rules = append(a.Rules, a.rules[k.key]...)
	}
	for _, f := range a.tested {
		if !a.set[f.text] {
			return nil, f.fail("agents.%s: no rule sets the flag %q", name, f.text)
		}
	}
	return &a.Table, nil
}

// agent is a table that is being read.
type agent struct {
	detect.Table
	rules  map[string][]detect.Rule // by kind
	set    map[string]bool          // the flags that rules set
	tested []*value                 // those on which rules depend
	runs   int                      // rules with an until
}

// keys are those of an agent besides its kinds of rules.
var agentKeys = []string{"match", "packages", "source", "sniff", "subagent", "ignore"}

func (a *agent) read(key string, v *value) (err error) {
	switch key {
	case "match":
		a.Commands, err = v.texts(checkCommand)
	case "packages":
		a.Packages, err = v.texts(checkCommand)
	case "source":
		return a.source(v)
	case "sniff":
		a.Sniff, err = v.texts(checkSniff)
	case "subagent":
		a.Subagent, err = v.one(detect.CheckCondition)
	case "ignore":
		a.Ignore, err = v.one(detect.CheckCondition)
	default:
		i := slices.IndexFunc(kinds, func(k ruleKind) bool { return k.key == key })
		if i < 0 {
			return v.fail("unknown key, want one of: %s", strings.Join(slices.Concat(agentKeys, kindKeys()), ", "))
		}
		a.rules[key], err = a.readRules(kinds[i], v)
	}
	return err
}

func (a *agent) source(v *value) error {
	if v.kind != quoted || v.text != "stream" {
		return v.fail(`want "stream": the JSON lines that it prints`)
	}
	return nil
}

// within tells in which key an error is.
func within(key string, err error) error {
	if at, ok := err.(*lineError); ok { //nolint:errorlint // it is made here, and wrapped nowhere
		return &lineError{line: at.line, err: fmt.Errorf("%s: %w", key, at.err)}
	}
	return fmt.Errorf("%s: %w", key, err)
}
