package tree

import (
	"bytes"
	"strconv"
)

// parseStat reads a line of /proc/<pid>/stat: "pid (name) state parent group ...". A name may hold blanks and
// parentheses, so the fields behind it are counted from the last parenthesis.
func parseStat(line []byte) (p process, ok bool) {
	opening, closing := bytes.IndexByte(line, '('), bytes.LastIndexByte(line, ')')
	if opening < 1 || closing < opening {
		return p, false
	}
	var err error
	if p.pid, err = strconv.Atoi(string(line[:opening-1])); err != nil {
		return p, false
	}
	copy(p.comm[:], line[opening+1:closing])

	var letter byte
	threads := 0
	rest := bytes.TrimPrefix(line[closing+1:], []byte(" "))
	for field := 3; field <= 22 && err == nil; field++ { // numbered as in proc(5)
		var value []byte
		value, rest, ok = bytes.Cut(rest, []byte(" "))
		if !ok || len(value) == 0 {
			return p, false
		}
		switch field {
		case 3:
			letter = value[0]
		case 4:
			p.parent, err = strconv.Atoi(string(value))
		case 5:
			p.group, err = strconv.Atoi(string(value))
		case 20:
			threads, err = strconv.Atoi(string(value))
		case 22:
			p.start, err = strconv.ParseUint(string(value), 10, 64)
		}
	}
	p.state = stateOf(letter, threads)
	return p, err == nil
}

func stateOf(letter byte, threads int) state {
	switch letter {
	case 'T':
		return stopped
	case 't':
		return traced
	case 'D':
		return opaque
	case 'Z', 'X', 'x':
		if threads > 1 {
			return opaque // the letter is about the main thread only
		}
		return dead
	}
	return running
}
