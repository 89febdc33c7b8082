package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/turnguard/turnguard/detect"
)

// ruleKind is a key under which rules stand.
type ruleKind struct {
	key  string
	emit detect.Kind
	// may and must are what its rules can and have to say, besides what they are about: when, if, unless, set and clear.
	may, must string
}

// kinds are in the order in which their rules are tried on a line, wherever they stand in the file: a turn begins before it
// asks for tools, and a note holds from the next line on.
var kinds = []ruleKind{
	{key: "session", emit: detect.Session, may: "key text", must: "text"},
	{key: "prompt", emit: detect.Prompt, may: "key"},
	{key: "turn", emit: detect.Turn, may: "key until"},
	{key: "void", emit: detect.Void, may: "key"},
	{key: "say", emit: detect.Say, may: "key text", must: "text"},
	{key: "usage", emit: detect.Usage, may: "key tokens cost", must: "tokens cost"},
	{key: "tool", emit: detect.ToolCall, may: "key text"},
	{key: "more", emit: detect.More, may: "key"},
	{key: "end", emit: detect.End, may: "key"},
	{key: "note"},
}

func kindKeys() (keys []string) {
	for _, k := range kinds {
		keys = append(keys, k.key)
	}
	return keys
}

// keys are what a rule of this kind may have.
func (k ruleKind) keys() []string {
	return append([]string{"when", "if", "unless", "set", "clear"}, strings.Fields(k.may)...)
}

// readRules reads a condition, a table with one, or an array of such.
func (a *agent) readRules(k ruleKind, v *value) (rules []detect.Rule, err error) {
	each := []*value{v}
	if v.kind == array {
		each = v.items
	}
	for _, v := range each {
		var more []detect.Rule
		switch v.kind {
		case quoted:
			more, err = a.readRule(k, &value{kind: table, line: v.line, names: []string{"when"}, keys: map[string]*value{"when": v}})
		case table:
			more, err = a.readRule(k, v)
		default:
			err = v.fail(`want a condition such as "type=%s", or a table { when = "..." }`, k.key)
		}
		if err != nil {
			return nil, err
		}
		rules = append(rules, more...)
	}
	return rules, nil
}

// readRule reads one rule, which may take several of the engine.
func (a *agent) readRule(k ruleKind, v *value) ([]detect.Rule, error) {
	r := detect.Rule{Emit: k.emit}
	var when, until []string
	for key, v := range v.each() {
		var err error
		if !slices.Contains(k.keys(), key) {
			return nil, v.fail("unknown key %q, want one of: %s", key, strings.Join(k.keys(), ", "))
		}
		switch key {
		case "when":
			when, err = v.texts(detect.CheckCondition)
		case "until":
			until, err = v.texts(detect.CheckCondition)
		case "if":
			r.If, err = v.one(checkFlag)
			a.tested = append(a.tested, v)
		case "unless":
			r.Unless, err = v.one(checkFlag)
			a.tested = append(a.tested, v)
		case "set":
			r.Set, err = v.one(checkFlag)
			a.set[r.Set] = true
		case "clear":
			r.Clear, err = v.one(checkFlag)
		case "key":
			r.Key, err = v.one(detect.CheckPath)
		case "text":
			r.Text, err = v.one(detect.CheckPath)
		case "tokens":
			r.Tokens, err = v.texts(detect.CheckPath)
		case "cost":
			r.Cost, err = v.one(detect.CheckPath)
		}
		if err != nil {
			return nil, within(key, err)
		}
	}
	if err := k.check(v, when, until, r); err != nil {
		return nil, err
	}
	if len(until) > 0 {
		return a.run(r, when, until), nil
	}
	r.When = when[0]
	return []detect.Rule{r}, nil
}

// check tells what a rule lacks, or has too much of.
func (k ruleKind) check(v *value, when, until []string, r detect.Rule) error {
	needs := strings.Fields(k.must)
	switch {
	case len(when) == 0:
		return v.fail(`when is missing, want a condition: { when = "type=%s" }`, k.key)
	case len(needs) > 0 && !slices.ContainsFunc(needs, func(key string) bool { return v.keys[key] != nil }):
		return v.fail(`%s is missing, want the path of what it tells: { when = "...", %s = "..." }`,
			strings.Join(needs, " or "), needs[0])
	case k.emit == detect.None && r.Set == "" && r.Clear == "":
		return v.fail(`want a flag to set or clear: { when = "...", set = "..." }`)
	case len(until) > 0 && (r.Key != "" || r.If != "" || r.Unless != "" || r.Set != "" || r.Clear != ""):
		return v.fail("a rule with until takes no other key than when")
	case len(until) == 0 && len(when) > 1:
		return v.fail("several conditions in when need an until; else write a rule for each")
	}
	return nil
}

// run makes the rules of a run: the first line that meets one of the conditions begins a turn, and those that follow are the
// same turn, until one meets an until. Its flag cannot be a person's, as it has a space.
func (a *agent) run(r detect.Rule, when, until []string) (rules []detect.Rule) {
	a.runs++
	flag := fmt.Sprintf("run %d", a.runs)
	for _, c := range until {
		rules = append(rules, detect.Rule{When: c, Clear: flag})
	}
	for _, c := range when {
		r.When, r.Unless, r.Set = c, flag, flag
		rules = append(rules, r)
	}
	return rules
}
