package lines

import "bytes"

const (
	// stringLimit is how much of a string is kept where long strings are cut. Ids, types and names are far shorter.
	stringLimit = 1 << 10
	// escapeReach is more than what may follow a backslash (uXXXX), so that no cut falls into an escape sequence. It
	// also keeps the two halves of a surrogate pair together.
	escapeReach = 5
)

// cutter copies JSON text and cuts its long strings, so that valid text stays valid. Where it cuts depends on the text
// alone, not on the chunks in which the text comes.
type cutter struct {
	inString bool
	escaped  bool // the last byte was a backslash
	cutting  bool // the rest of this string is dropped
	kept     int  // bytes of this string so far
	plain    int  // bytes since this string began or its last escape sequence did
}

// append copies src to dst, less what is cut. The two may share memory if dst is no longer than what was cut before src.
func (c *cutter) append(dst, src []byte) []byte {
	for len(src) > 0 {
		switch {
		case !c.inString:
			n := bytes.IndexByte(src, '"') + 1
			if n == 0 {
				return append(dst, src...)
			}
			dst = append(dst, src[:n]...)
			src = src[n:]
			*c = cutter{inString: true}
		case c.escaped:
			if !c.cutting {
				dst = append(dst, src[0])
			}
			src = src[1:]
			c.escaped, c.plain = false, 0
			c.kept++
		case src[0] == '"':
			dst = append(dst, '"')
			src = src[1:]
			c.inString = false
		case src[0] == '\\':
			if !c.cutting {
				dst = append(dst, '\\')
			}
			src = src[1:]
			c.escaped = true
			c.kept++
		default:
			n := bytes.IndexAny(src, `"\`)
			if n < 0 {
				n = len(src)
			}
			dst = c.run(dst, src[:n])
			src = src[n:]
		}
	}
	return dst
}

// run copies a part of a string that holds no backslash.
func (c *cutter) run(dst, run []byte) []byte {
	if c.cutting {
		return dst
	}
	n := max(0, stringLimit-c.kept, escapeReach-c.plain)
	for n < len(run) && run[n]&0xC0 == 0x80 { // inside a UTF-8 sequence
		n++
	}
	if n < len(run) {
		c.cutting = true
		return append(dst, run[:n]...)
	}
	c.kept += len(run)
	c.plain += len(run)
	return append(dst, run...)
}
