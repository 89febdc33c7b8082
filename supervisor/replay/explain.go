package replay

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/prompt"
)

const (
	columns = 100     // of an explanation
	kept    = 1 << 20 // of a line: the detector passes longer ones over, too
)

// explainer tells, line by line, what was made of a stream. Without a writer it does nothing.
type explainer struct {
	to         io.Writer
	events     []string
	content    []byte
	understood int // lines so far
}

// event takes an event of the line that is being read.
func (x *explainer) event(e detect.Event) {
	if x.to == nil {
		return
	}
	words := e.Kind.String()
	switch e.Kind {
	case detect.ToolCall, detect.Session:
		words += " " + prompt.Sanitize(e.Text, 20)
	case detect.Usage:
		words += fmt.Sprintf(" %d tokens", e.Tokens)
	default: // the words of a Say stand in the line
	}
	if e.Sub {
		words = "sub " + words
	}
	x.events = append(x.events, words)
}

// text takes a part of the line.
func (x *explainer) text(part []byte) {
	if x.to != nil && len(x.content) <= kept {
		x.content = append(x.content, part...)
	}
}

// line ends line n. understood counts the lines up to here that a rule has made something of.
func (x *explainer) line(n, understood int) {
	if x.to == nil {
		return
	}
	verdict := strings.Join(x.events, ", ")
	switch {
	case verdict != "":
	case understood > x.understood:
		verdict = "-"
	case len(x.content) > kept:
		verdict = "too long"
	case isObject(x.content):
		verdict = "no rule"
	default:
		verdict = "not JSON"
	}
	fmt.Fprintln(x.to, prompt.Sanitize(fmt.Sprintf("%-5d %-24s %s", n, verdict, x.content), columns))
	x.events, x.content, x.understood = nil, x.content[:0], understood
}

// last ends the stream; behind the last end of line there may be nothing.
func (x *explainer) last(n, understood int) {
	if len(x.content) > 0 {
		x.line(n, understood)
	}
}

// isObject tells whether a line is one JSON object, which a terminal may have put between escape sequences.
func isObject(line []byte) bool {
	if bytes.IndexByte(line, '\x1b') >= 0 {
		line = []byte(prompt.Sanitize(string(line), len(line)))
	}
	value := jsontext.Value(bytes.TrimSpace(line))
	return value.IsValid() && value.Kind() == '{'
}
