package lines

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
)

const (
	// stringLimit is how much of a string is kept where long strings are cut. Ids, types and names are far shorter.
	stringLimit = 1 << 10
	// escapeReach is more than what may follow a backslash (uXXXX), so that no cut falls into an escape sequence. It
	// also keeps the two halves of a surrogate pair together.
	escapeReach = 5
	// window is how far is looked for the end of a run at once, so that a far quote is not looked for again and again.
	window = 256
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli) // processors have an instruction for it

// cutter copies JSON text and cuts its long strings, so that valid text stays valid. In the place of what is cut stands a
// checksum of it, so that strings that differ stay different. Where it cuts depends on the text alone, not on the chunks
// in which the text comes.
type cutter struct {
	inString bool
	escaped  bool   // the last byte was a backslash
	cutting  bool   // the rest of this string is dropped
	kept     int    // bytes of this string so far
	plain    int    // bytes since this string began or its last escape sequence did
	dropped  uint32 // checksum of what this string has lost
}

// append copies src to dst, less what is cut. The two must not share memory.
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
			dst = c.keep(dst, src[:1])
			src = src[1:]
			c.escaped, c.plain = false, 0
			c.kept++
		case src[0] == '"':
			if c.cutting {
				dst = hex.AppendEncode(dst, binary.BigEndian.AppendUint32(nil, c.dropped))
			}
			dst = append(dst, '"')
			src = src[1:]
			c.inString = false
		case src[0] == '\\':
			dst = c.keep(dst, src[:1])
			src = src[1:]
			c.escaped = true
			c.kept++
		default:
			n := min(len(src), window)
			for _, end := range []byte(`"\`) {
				if at := bytes.IndexByte(src[:n], end); at >= 0 {
					n = at
				}
			}
			dst = c.run(dst, src[:n])
			src = src[n:]
		}
	}
	return dst
}

// keep copies p, unless the rest of the string is dropped.
func (c *cutter) keep(dst, p []byte) []byte {
	if c.cutting {
		c.dropped = crc32.Update(c.dropped, castagnoli, p)
		return dst
	}
	return append(dst, p...)
}

// run copies a part of a string that holds no backslash.
func (c *cutter) run(dst, run []byte) []byte {
	n := max(0, stringLimit-c.kept, escapeReach-c.plain)
	for n < len(run) && run[n]&0xC0 == 0x80 { // inside a UTF-8 sequence
		n++
	}
	if c.cutting || n >= len(run) {
		c.kept += len(run)
		c.plain += len(run)
		return c.keep(dst, run)
	}
	dst = append(dst, run[:n]...)
	c.cutting = true
	return c.keep(dst, run[n:])
}
