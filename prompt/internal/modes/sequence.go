package modes

// maxParams is more than a terminal takes of one sequence; the others are dropped.
const maxParams = 32

// control is a control sequence in its parts.
type control struct {
	kind   [3]byte // the marker before its parameters, the byte between, the final one: "?h", " q", "r", without gaps
	params [maxParams]int
	n      int // of params; -1 stands for one that is left out
}

// parse takes a whole escape sequence apart. It reports false for one that is no control sequence, or none that
// terminals know: with parts of parameters, or with bytes out of their order.
func (c *control) parse(seq []byte) bool {
	const maxParam = 1 << 16
	param, kind, bracket := -1, 0, false
	for _, b := range seq[1:] {
		switch {
		case b < ' ', b == 0x7f: // terminals carry these out, or drop them, and go on with the sequence
		case !bracket:
			if b != '[' {
				return false
			}
			bracket = true
		case b >= '0' && b <= '9':
			param = min(max(param, 0)*10+int(b-'0'), maxParam)
		case b == ';':
			c.add(param)
			param = -1
		case b == ':', b >= '<' && b <= '?' && (kind > 0 || c.n > 0 || param >= 0), kind == len(c.kind):
			return false
		default:
			c.kind[kind] = b
			kind++
		}
	}
	c.add(param)
	return kind > 0
}

func (c *control) add(param int) {
	if c.n < maxParams {
		c.params[c.n] = param
		c.n++
	}
}

// param is the i-th parameter, or otherwise if it was left out.
func (c *control) param(i, otherwise int) int {
	if i >= c.n || c.params[i] < 0 {
		return otherwise
	}
	return c.params[i]
}
