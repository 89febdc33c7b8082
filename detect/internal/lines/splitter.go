// Package lines cuts an agent's output into the JSON lines that matter, in bounded memory however long a line is.
//
// Most of what an agent prints does not matter: pi 0.74 prints 104 MB for 64 kB of text. So the top-level type decides
// first, on a line's first bytes, and a line of a type that nobody wants is passed over without being kept or decoded.
package lines

import "bytes"

const (
	// rawLimit is how much of a line is kept as it came; in a longer line, long strings are cut.
	rawLimit = 64 << 10
	// lineLimit is how long a line may be after that. No agent comes near it; a longer line is passed over.
	lineLimit = 1 << 20
	// headLimit is how far the type of an unfinished line is looked for. Behind it the line is kept to its end.
	headLimit = 4 << 10
)

// Splitter finds the wanted lines in a stream that comes in any chunks. What it finds does not depend on the chunks.
type Splitter struct {
	// Want tells whether lines of this top-level type matter; typ is nil for a line without one. It must keep nothing
	// of typ.
	Want func(typ []byte) bool
	// Line gets each line that matters, without its end of line. In lines over 64 KiB, strings are cut to about 1 KiB and
	// end in a checksum of the rest. The line begins as a JSON object but need not be valid JSON to its end. Line must
	// keep nothing of it.
	Line func(line []byte)
	// Terminal says that the stream comes from a terminal, where escape sequences may stand around a line.
	Terminal bool

	span  span
	types typeReader
}

// span is a line that has begun in an earlier chunk.
type span struct {
	kept   []byte
	cut    cutter
	open   bool // there is such a line
	cutOn  bool // it is longer than rawLimit
	skip   bool // it does not matter, or is too long
	wanted bool // it does matter
	judged bool // headLimit is passed: no more looking for its type before its end
}

// Write takes the next chunk of the stream and keeps nothing of it.
func (s *Splitter) Write(p []byte) {
	for len(p) > 0 {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			s.extend(p)
			return
		}
		if !s.span.open && end <= rawLimit {
			s.whole(p[:end], false)
		} else {
			s.extend(p[:end])
			s.Close()
		}
		p = p[end+1:]
	}
}

// Close ends the stream, or a line of it: a last line that has no end of line counts.
func (s *Splitter) Close() {
	if s.span.open && !s.span.skip {
		s.whole(s.span.kept, s.span.wanted)
	}
	s.span = span{kept: s.span.kept[:0]}
}

func (s *Splitter) whole(line []byte, wanted bool) {
	line = s.trim(line)
	if len(line) == 0 || line[0] != '{' {
		return
	}
	if !wanted {
		typ, _ := s.types.read(line)
		wanted = s.Want(typ)
	}
	if wanted {
		s.Line(line)
	}
}

// extend takes more of a line that is not all there yet.
func (s *Splitter) extend(p []byte) {
	l := &s.span
	l.open = true
	if l.skip {
		return
	}
	if !l.cutOn && len(l.kept)+len(p) > rawLimit {
		l.cutOn = true
		l.kept = l.cut.append(l.kept[:0], bytes.Clone(l.kept))
	}
	if l.cutOn {
		l.kept = l.cut.append(l.kept, p)
	} else {
		l.kept = append(l.kept, p...)
	}
	s.judge()
	if l.skip || len(l.kept) > lineLimit {
		l.kept, l.skip = nil, true
	}
}

// judge settles, as soon as its beginning tells, whether the unfinished line matters.
func (s *Splitter) judge() {
	l := &s.span
	if l.wanted || l.judged {
		return
	}
	l.judged = len(l.kept) >= headLimit
	head := s.trim(l.kept[:min(len(l.kept), headLimit)])
	switch {
	case len(head) == 0:
	case head[0] == '{':
		if typ, ok := s.types.read(head); ok {
			l.wanted = s.Want(typ)
			l.skip = !l.wanted
		}
	default:
		l.skip = !s.Terminal || head[0] != escape
	}
}
