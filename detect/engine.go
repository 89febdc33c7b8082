package detect

import (
	"fmt"
	"strconv"
	"strings"
)

// engine runs one table's rules over lines. It is the only code that knows how rules work, and knows of no agent.
type engine struct {
	table    *Table
	doc      document
	subagent condition
	child    condition
	inChild  bool // the child condition has held
	ignore   condition
	rules    []rule
	types    map[string]bool // the types that rules name; nil: lines of every type are decoded
	flags    map[string]bool
	calls    calls
	time     int // slots, or -1
	dir      int
}

// rule is a Rule made ready.
type rule struct {
	*Rule
	when   condition
	key    int // slots, or -1
	text   int
	tokens []int
	cost   int
	print  []int
	call   int
	seen   recent
}

// recent remembers the last keys that were seen. Lines that share a key stand close together, so a few are enough, and
// a session of a million turns needs no more memory than one of ten.
type recent struct {
	keys [64]string
	next int
}

func (r *recent) add(key []byte) (isNew bool) {
	for i := range r.keys { // the newest first: most lines share its key
		if r.keys[(r.next-1-i+len(r.keys))%len(r.keys)] == string(key) {
			return false
		}
	}
	r.keys[r.next] = string(key)
	r.next = (r.next + 1) % len(r.keys)
	return true
}

// newEngine compiles t, with what makes Results or without. Its error names the rule that cannot be read.
func newEngine(t *Table, results bool) (*engine, error) {
	e := &engine{table: t, types: map[string]bool{}, flags: map[string]bool{}}
	var err error
	if e.subagent, err = compile(t.Subagent, &e.doc); err != nil {
		return nil, fmt.Errorf("agent %s: subagent: %w", t.Name, err)
	}
	if e.child, err = compile(t.Child, &e.doc); err != nil {
		return nil, fmt.Errorf("agent %s: child: %w", t.Name, err)
	}
	if e.ignore, err = compile(t.Ignore, &e.doc); err != nil {
		return nil, fmt.Errorf("agent %s: ignore: %w", t.Name, err)
	}
	e.time, e.dir = e.doc.slot(t.Time), e.doc.slot(t.Dir)
	for i := range t.Rules {
		if t.Rules[i].Emit == Result && !results {
			continue // it would have more lines decoded
		}
		r, err := e.compileRule(&t.Rules[i], results)
		if err != nil {
			return nil, fmt.Errorf("agent %s: rule %d: %w", t.Name, i+1, err)
		}
		e.rules = append(e.rules, r)
		e.decode(r.When)
	}
	if t.Child != "" {
		e.decode(t.Child)
	}
	return e, nil
}

// decode sees to it that the lines which may meet a condition are decoded.
func (e *engine) decode(when string) {
	if typ, ok := namedType(when); !ok {
		e.types = nil
	} else if e.types != nil {
		e.types[typ] = true
	}
}

func (e *engine) compileRule(r *Rule, results bool) (rule, error) {
	when, err := compile(r.When, &e.doc)
	if err != nil {
		return rule{}, err
	}
	slot := e.doc.slot
	c := rule{Rule: r, when: when, key: slot(r.Key), text: slot(r.Text), cost: slot(r.Cost), call: -1}
	for _, path := range r.Tokens {
		c.tokens = append(c.tokens, slot(path))
	}
	if !results {
		return c, nil
	}
	c.call = slot(r.Call)
	for _, path := range r.Print {
		c.print = append(c.print, slot(path))
	}
	return c, nil
}

// namedType returns the type that a condition is limited to by its first word.
func namedType(when string) (string, bool) {
	word, _, _ := strings.Cut(when, " ")
	return strings.CutPrefix(word, "type=")
}

// wants tells whether lines of this top-level type can mean anything.
func (e *engine) wants(typ []byte) bool {
	return e.types == nil || e.types[string(typ)]
}

// line reads one line and hands its events to emit. It reports whether the line was understood as one of the agent's.
func (e *engine) line(line []byte, emit func(Event)) bool {
	if e.doc.parse(line) != nil {
		return false
	}
	if e.ignore.holds(&e.doc) {
		return true
	}
	e.inChild = e.inChild || e.child.holds(&e.doc)
	sub := e.inChild || e.subagent.holds(&e.doc)
	understood := false
	for i := range e.rules {
		r := &e.rules[i]
		if r.If != "" && !e.flags[r.If] || r.Unless != "" && e.flags[r.Unless] || !r.when.holds(&e.doc) {
			continue
		}
		understood = true
		if r.Set != "" {
			e.flags[r.Set] = true
		}
		if r.Clear != "" {
			delete(e.flags, r.Clear)
		}
		e.apply(r, sub, emit)
	}
	return understood
}

// apply emits what a rule that holds gives.
func (e *engine) apply(r *rule, sub bool, emit func(Event)) {
	ev := Event{Kind: r.Emit, Sub: sub, Tokens: e.tokens(r), Cost: e.cost(r), Time: e.word(e.time), Dir: e.word(e.dir)}
	if r.key < 0 && r.text < 0 && r.call < 0 {
		if r.Emit != None {
			emit(ev)
		}
		return
	}
	// What one rule takes stands in the same elements of the same array, so it goes together by position.
	keys, texts, ids := e.at(r.key), e.at(r.text), e.at(r.call)
	for i := range max(len(keys), len(texts), len(ids)) {
		if r.key >= 0 && (i >= len(keys) || !r.seen.add(keys[i])) {
			continue
		}
		ev.Text = ""
		if i < len(texts) {
			ev.Text = clip(texts[i])
		}
		switch {
		case r.Emit == Result && r.call < 0:
			ev.Print = e.print(r, ev.Text, i, len(texts))
		case r.Emit == Result && i < len(ids):
			made := e.calls.find(ids[i])
			ev.Text, ev.Print = made.name, e.print(r, made.print, i, len(ids))
		case i < len(ids):
			e.calls.add(call{string(ids[i]), ev.Text, e.print(r, ev.Text, i, len(ids))})
		}
		if r.Emit != None {
			emit(ev)
		}
	}
}

// print is the fingerprint of the i-th of n events, with what is known of it already; "" if anything is missing.
func (e *engine) print(r *rule, known string, i, n int) string {
	values := [][]byte{[]byte(known)}
	for _, slot := range r.print {
		found := e.at(slot)
		if len(found) != n || known == "" {
			return ""
		}
		values = append(values, found[i])
	}
	return fingerprint(values...)
}

func (e *engine) at(slot int) [][]byte {
	if slot < 0 {
		return nil
	}
	return e.doc.values[slot]
}

// word returns the first value that was found, "" if there is none.
func (e *engine) word(slot int) string {
	if values := e.at(slot); len(values) > 0 {
		return clip(values[0])
	}
	return ""
}

func (e *engine) tokens(r *rule) (sum int64) {
	for _, slot := range r.tokens {
		for _, v := range e.at(slot) {
			if n, err := strconv.ParseInt(string(v), 10, 64); err == nil && n > 0 {
				sum += n
			}
		}
	}
	return sum
}

func (e *engine) cost(r *rule) (sum float64) {
	for _, v := range e.at(r.cost) {
		if f, err := strconv.ParseFloat(string(v), 64); err == nil && f > 0 {
			sum += f
		}
	}
	return sum
}

// clip copies text, of which nobody needs more than a screenful.
func clip(text []byte) string {
	const most = 1 << 10
	if len(text) > most {
		text = text[:most]
	}
	return strings.ToValidUTF8(string(text), "")
}
