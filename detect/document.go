package detect

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// document holds the values of one JSON line that a table asks for, and nothing else of it.
type document struct {
	root   node
	values [][][]byte // by slot: the values found, unquoted; they point into the line
	line   []byte
	dec    jsontext.Decoder
	buf    bytes.Buffer
	spare  []byte // room for strings that have to be unescaped
}

// node is a step of the paths that are asked for.
type node struct {
	keys map[string]*node
	each *node // the elements of an array
	slot int   // where values go, or -1
}

var errTrailing = errors.New("text behind the JSON object")

// slot returns where the values of path will stand, -1 for no path; it is called before the first parse.
func (d *document) slot(path string) int {
	if path == "" {
		return -1
	}
	if d.root.keys == nil {
		d.root = node{keys: map[string]*node{}, slot: -1}
	}
	at := &d.root
	for _, key := range splitPath(path) {
		if at.keys == nil {
			at.keys = map[string]*node{}
		}
		if key == "[]" {
			if at.each == nil {
				at.each = &node{slot: -1}
			}
			at = at.each
			continue
		}
		if at.keys[key] == nil {
			at.keys[key] = &node{slot: -1}
		}
		at = at.keys[key]
	}
	if at.slot < 0 {
		at.slot = len(d.values)
		d.values = append(d.values, nil)
	}
	return at.slot
}

// parse reads line. It fails, and then nothing of the line may be used, unless line is one JSON object and no more.
func (d *document) parse(line []byte) error {
	for i := range d.values {
		d.values[i] = d.values[i][:0]
	}
	d.spare = d.spare[:0]
	d.line, d.buf = line, *bytes.NewBuffer(line)
	d.dec.Reset(&d.buf)
	if err := d.walk(&d.root); err != nil {
		return err
	}
	if _, err := d.dec.ReadToken(); err == nil {
		return errTrailing
	} else if !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// walk reads the next value and keeps of it what n asks for.
func (d *document) walk(n *node) error {
	kind := d.dec.PeekKind()
	switch {
	case kind == '{' && n.keys != nil:
		return d.walkInto(n, d.walkObject)
	case kind == '[' && n.each != nil:
		return d.walkInto(n, d.walkArray)
	case n.slot < 0:
		return d.dec.SkipValue()
	}
	value, err := d.dec.ReadValue()
	if err != nil {
		return err
	}
	switch value[0] {
	case 'n': // null: as good as absent
		return nil
	case '"':
		if value, err = d.unquote(value); err != nil {
			return err
		}
	}
	d.values[n.slot] = append(d.values[n.slot], value)
	return nil
}

// walkInto reads a value of which parts are asked for, and keeps it as well if it is asked for itself.
func (d *document) walkInto(n *node, walk func(*node) error) error {
	start := d.dec.InputOffset()
	if err := walk(n); err != nil || n.slot < 0 {
		return err
	}
	value := bytes.TrimLeft(d.line[start:d.dec.InputOffset()], ",: \t\r\n")
	d.values[n.slot] = append(d.values[n.slot], value)
	return nil
}

func (d *document) walkObject(n *node) error {
	if _, err := d.dec.ReadToken(); err != nil {
		return err
	}
	for d.dec.PeekKind() != '}' {
		key, err := d.dec.ReadValue()
		if err != nil {
			return err
		}
		if key, err = d.unquote(key); err != nil {
			return err
		}
		if next := n.keys[string(key)]; next != nil {
			err = d.walk(next)
		} else {
			err = d.dec.SkipValue()
		}
		if err != nil {
			return err
		}
	}
	_, err := d.dec.ReadToken()
	return err
}

func (d *document) walkArray(n *node) error {
	if _, err := d.dec.ReadToken(); err != nil {
		return err
	}
	for d.dec.PeekKind() != ']' {
		if err := d.walk(n.each); err != nil {
			return err
		}
	}
	_, err := d.dec.ReadToken()
	return err
}

func (d *document) unquote(quoted []byte) ([]byte, error) {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1], nil
	}
	start := len(d.spare)
	var err error
	d.spare, err = jsontext.AppendUnquote(d.spare, quoted)
	return d.spare[start:len(d.spare):len(d.spare)], err
}
