package lines

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// typeReader reads the top-level type of a line that may not be all there.
type typeReader struct {
	dec jsontext.Decoder
	buf bytes.Buffer
}

var typeFirst = []byte(`{"type":"`)

// read returns the value of the key "type", spelled just so, of the object that line begins with. It fails where there
// is no such key, or none yet, or its value is no string.
func (r *typeReader) read(line []byte) ([]byte, bool) {
	// Nearly every line of every agent begins like this.
	if rest, ok := bytes.CutPrefix(line, typeFirst); ok {
		if end := bytes.IndexByte(rest, '"'); end >= 0 && bytes.IndexByte(rest[:end], '\\') < 0 {
			return rest[:end], true
		}
	}
	r.buf = *bytes.NewBuffer(line)
	r.dec.Reset(&r.buf)
	if _, err := r.dec.ReadToken(); err != nil {
		return nil, false
	}
	for r.dec.PeekKind() == '"' {
		key, err := r.dec.ReadValue()
		if err != nil {
			return nil, false
		}
		if string(unquote(key)) != "type" {
			if r.dec.SkipValue() != nil {
				return nil, false
			}
			continue
		}
		if r.dec.PeekKind() != '"' {
			return nil, false
		}
		typ, err := r.dec.ReadValue()
		return unquote(typ), err == nil
	}
	return nil, false
}

func unquote(quoted []byte) []byte {
	if len(quoted) >= 2 && bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	plain, _ := jsontext.AppendUnquote(nil, quoted)
	return plain
}
