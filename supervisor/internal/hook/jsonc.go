package hook

import (
	"bytes"
	"encoding/json"
)

// settings are a configuration file's: what is not looked into stays as it is written.
type settings map[string]json.RawMessage

// readSettings reads what an agent takes for JSON: with comments, and with a comma behind the last element. Nothing at
// all is an empty object.
func readSettings(text []byte) (settings, error) {
	s := settings{}
	if text = standard(text); len(bytes.TrimSpace(text)) == 0 {
		return s, nil
	}
	err := json.Unmarshal(text, &s)
	return s, err
}

// standard takes comments and trailing commas out of JSON, and leaves strings alone.
func standard(text []byte) []byte {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var plain []byte
	comma := -1 // where in plain a comma stands that nothing but space follows
	for len(text) > 0 {
		n := 1
		switch c := text[0]; {
		case c == '"':
			n = quoted(text)
			comma = -1
		case bytes.HasPrefix(text, []byte("//")):
			text = text[length(text, "\n"):]
			continue
		case bytes.HasPrefix(text, []byte("/*")):
			text = text[min(length(text, "*/")+len("*/"), len(text)):]
			continue
		case c == ',':
			comma = len(plain)
		case (c == '}' || c == ']') && comma >= 0:
			plain[comma] = ' '
			comma = -1
		case c != ' ' && c != '\t' && c != '\r' && c != '\n':
			comma = -1
		}
		plain = append(plain, text[:n]...)
		text = text[n:]
	}
	return plain
}

// quoted is how long the string is that text begins with.
func quoted(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// length is how long text is up to end.
func length(text []byte, end string) int {
	if i := bytes.Index(text, []byte(end)); i >= 0 {
		return i
	}
	return len(text)
}

// compact is v as JSON, with no more escaped in it than has to be: paths are looked for in the text as it is.
func compact(v any) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(text.Bytes()), err
}
