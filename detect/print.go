package detect

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// calls remembers the last tool calls until their results come. An agent runs a few at once; of a result that comes after
// many others nobody can tell any more what it is the result of.
type calls struct {
	last [64]call
	next int
}

type call struct {
	id, name string
	print    string // of the name and the arguments; "" if they are not known
}

func (c *calls) add(made call) {
	c.last[c.next] = made
	c.next = (c.next + 1) % len(c.last)
}

// find returns the newest call with an id, for some models number those of each response from 0.
func (c *calls) find(id []byte) call {
	for i := range c.last {
		if known := c.last[(c.next-1-i+len(c.last))%len(c.last)]; known.id == string(id) {
			return known
		}
	}
	return call{}
}

// fingerprint is as good as equal for equal lists of values only.
func fingerprint(values ...[]byte) string {
	hash := sha256.New()
	for _, v := range values {
		var size [8]byte
		hash.Write(binary.LittleEndian.AppendUint64(size[:0], uint64(len(v))))
		hash.Write(v)
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}
