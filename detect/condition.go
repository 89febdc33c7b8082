package detect

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// condition is a conjunction of terms; without terms it never holds.
type condition []term

type term struct {
	slot  int
	not   bool
	value []byte         // for path=value
	match *regexp.Regexp // for path~regexp
	any   bool           // for path?
}

// splitPath cuts "message.content[].type" into its steps: message, content, [], type.
func splitPath(path string) []string {
	return strings.Split(strings.ReplaceAll(path, "[]", ".[]"), ".")
}

// compile reads the words of text (see Rule) and asks d for the values that they need.
func compile(text string, d *document) (condition, error) {
	var c condition
	for word := range strings.FieldsSeq(text) {
		t := term{}
		spec := word
		if rest, ok := strings.CutPrefix(spec, "!"); ok {
			t.not, spec = true, rest
		}
		at := strings.IndexAny(spec, "=~?")
		if at < 1 {
			return nil, fmt.Errorf("%q: want path=value, path~regexp or path?", word)
		}
		path, rest := spec[:at], spec[at+1:]
		switch spec[at] {
		case '=':
			t.value = []byte(rest)
		case '~':
			re, err := regexp.Compile(rest)
			if err != nil {
				return nil, fmt.Errorf("%q: %w", word, err)
			}
			t.match = re
		default:
			if rest != "" {
				return nil, fmt.Errorf("%q: nothing may follow the question mark", word)
			}
			t.any = true
		}
		t.slot = d.slot(path)
		c = append(c, t)
	}
	return c, nil
}

// holds tells whether the line that d has parsed meets the condition.
func (c condition) holds(d *document) bool {
	for i := range c {
		if c[i].found(d.values[c[i].slot]) == c[i].not {
			return false
		}
	}
	return len(c) > 0
}

func (t *term) found(values [][]byte) bool {
	for _, v := range values {
		if t.any || t.match != nil && t.match.Match(v) || t.match == nil && bytes.Equal(t.value, v) {
			return true
		}
	}
	return false
}
