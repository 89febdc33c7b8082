package config

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// kind is the shape of a value.
type kind uint8

const (
	quoted kind = iota // a string
	bare               // a number, a date, true or false: spelled as in the file
	array
	table
)

// value is a value of the document and the line on which it stands.
type value struct {
	kind  kind
	line  int
	text  string            // of a quoted or bare one
	items []*value          // of an array
	names []string          // of a table, in the order in which they stand
	keys  map[string]*value // likewise
}

// each yields the keys of a table in the order in which they stand.
func (v *value) each() iter.Seq2[string, *value] {
	return func(yield func(string, *value) bool) {
		for _, name := range v.names {
			if !yield(name, v.keys[name]) {
				return
			}
		}
	}
}

// set gives a table another key.
func (v *value) set(name string, to *value) {
	if v.keys == nil {
		v.keys = map[string]*value{}
	}
	v.names, v.keys[name] = append(v.names, name), to
}

// lineError is an error and the line that it is about.
type lineError struct {
	line int
	err  error
}

func (e *lineError) Error() string { return e.err.Error() }
func (e *lineError) Unwrap() error { return e.err }

// fail returns an error about v.
func (v *value) fail(format string, args ...any) error {
	return &lineError{line: v.line, err: fmt.Errorf(format, args...)}
}

// parse reads a TOML document. The decoder tells whether it is one; where its values stand only the parser below it tells.
func parse(text []byte) (*value, error) {
	var bad *toml.DecodeError
	err := toml.Unmarshal(text, &map[string]any{})
	if errors.As(err, &bad) {
		line, _ := bad.Position()
		return nil, &lineError{line: line, err: fmt.Errorf("no TOML: %s", strings.TrimPrefix(bad.Error(), "toml: "))}
	}
	if err != nil {
		return nil, fmt.Errorf("no TOML: %w", err)
	}
	b := builder{text: text, lines: 1}
	b.parser.Reset(text)
	root := &value{kind: table, line: 1}
	for at := root; b.parser.NextExpression(); {
		at = b.add(root, at, b.parser.Expression())
	}
	return root, b.parser.Error()
}

// builder makes values of the parser's expressions, which have to be those of a valid document.
type builder struct {
	parser unstable.Parser
	text   []byte
	offset int // up to which there are so many lines
	lines  int
}

// add takes an expression that stands below the header of table at, and returns the table that the next one is for.
func (b *builder) add(root, at *value, n *unstable.Node) *value {
	switch n.Kind {
	case unstable.Table:
		in, last := b.walk(root, n)
		return b.enter(in, last)
	case unstable.ArrayTable:
		in, last := b.walk(root, n)
		all := in.keys[string(last.Data)]
		if all == nil {
			all = &value{kind: array, line: b.line(last)}
			in.set(string(last.Data), all)
		}
		all.items = append(all.items, &value{kind: table, line: b.line(last)})
		return b.enter(in, last)
	case unstable.KeyValue:
		b.assign(at, n)
	default: // a comment
	}
	return at
}

// assign sets a key of a table, or one of the tables in it: a.b = value.
func (b *builder) assign(at *value, n *unstable.Node) {
	in, last := b.walk(at, n)
	in.set(string(last.Data), b.value(b.line(last), n.Value()))
}

// walk follows all keys of n but the last one.
func (b *builder) walk(at *value, n *unstable.Node) (in *value, last *unstable.Node) {
	for keys := n.Key(); keys.Next(); last = keys.Node() {
		if last != nil {
			at = b.enter(at, last)
		}
	}
	return at, last
}

// enter returns the table of a key, the last one of an array of tables, or a new one.
func (b *builder) enter(at *value, key *unstable.Node) *value {
	next := at.keys[string(key.Data)]
	switch {
	case next == nil:
		next = &value{kind: table, line: b.line(key)}
		at.set(string(key.Data), next)
	case len(next.items) > 0:
		next = next.items[len(next.items)-1]
	}
	return next
}

// value makes a value. What is an element's line is its own, what is a key's the key's.
func (b *builder) value(line int, n *unstable.Node) *value {
	v := &value{kind: bare, line: line, text: string(n.Data)}
	switch n.Kind {
	case unstable.String:
		v.kind = quoted
	case unstable.Array:
		v.kind = array
		for items := n.Children(); items.Next(); {
			at := line
			if items.Node().Raw.Length > 0 { // no array has one
				at = b.line(items.Node())
			}
			v.items = append(v.items, b.value(at, items.Node()))
		}
	case unstable.InlineTable:
		v.kind = table
		for keys := n.Children(); keys.Next(); {
			b.assign(v, keys.Node())
		}
	default:
	}
	return v
}

// line tells on which line n stands, which is not before the one that it was called for last. The parser could tell, too,
// but would count from the start.
func (b *builder) line(n *unstable.Node) int {
	at := int(n.Raw.Offset)
	b.lines += bytes.Count(b.text[b.offset:at], []byte("\n"))
	b.offset = at
	return b.lines
}
