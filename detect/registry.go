package detect

import (
	"fmt"
	"slices"
	"strings"
)

// Tables returns the agents that are known, the one whose lines others print as well last.
func Tables() []*Table {
	return []*Table{
		&pi, &claude, &codex, &opencode, &gemini, &qwen, &copilot, &cline, &kilo, &kimi, &amp, &cursor, &droid, &generic,
	}
}

// Names lists the agents that ByName takes: the user's own, and then Tables.
func Names(own ...*Table) []string {
	var names []string
	for _, t := range slices.Concat(own, Tables()) {
		names = append(names, t.Name)
	}
	return names
}

// ByName returns the table of the agent that --agent names, one of the user's own or of Tables. The error lists the names
// that it takes.
func ByName(name string, own ...*Table) (*Table, error) {
	for _, t := range slices.Concat(own, Tables()) {
		if t.Name == name {
			return t, nil
		}
	}
	return nil, fmt.Errorf("unknown agent %q, want one of: auto, %s", name, strings.Join(Names(own...), ", "))
}

// sniffer tells by a line which agent's stream it is in.
type sniffer struct {
	doc    document
	tables []*Table
	signs  []condition
	types  map[string]bool

	results bool // wanted from the engine
}

func newSniffer(tables []*Table, results bool) (*sniffer, error) {
	s := &sniffer{types: map[string]bool{}, results: results}
	for _, t := range tables {
		for _, sign := range t.Sniff {
			c, err := compile(sign, &s.doc)
			if err != nil {
				return nil, fmt.Errorf("agent %s: sniff: %w", t.Name, err)
			}
			s.tables, s.signs = append(s.tables, t), append(s.signs, c)
			if typ, ok := namedType(sign); ok {
				s.types[typ] = true
			}
		}
	}
	return s, nil
}

func (s *sniffer) wants(typ []byte) bool { return s.types[string(typ)] }

// line returns the engine of the agent that line gives away, or nil.
func (s *sniffer) line(line []byte) *engine {
	if s.doc.parse(line) != nil {
		return nil
	}
	i := slices.IndexFunc(s.signs, func(c condition) bool { return c.holds(&s.doc) })
	if i < 0 {
		return nil
	}
	e, err := newEngine(s.tables[i], s.results)
	if err != nil {
		return nil // no table is unreadable: a test reads all of ours, and the user's are checked
	}
	return e
}
