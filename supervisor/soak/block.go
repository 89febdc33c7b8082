package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
)

// makeBlock makes a piece of an agent's stream, some 3 MiB, the same every time: a turn of many lines of 2 kB and one of
// 1 MB. Its length is no multiple of any buffer's.
func makeBlock() []byte {
	const lines = 1000
	random := rand.New(rand.NewPCG(1, 2))
	text := func(size int) []byte {
		letters := make([]byte, size)
		for i := range letters {
			letters[i] = 'a' + byte(random.UintN(26))
		}
		return letters
	}
	var block bytes.Buffer
	block.WriteString(turnLine)
	for i := range lines {
		size := 1800 + random.IntN(400)
		if i == lines/2 {
			size = 1e6
		}
		fmt.Fprintf(&block, `{"type":"message_update","line":%d,"delta":"%s"}`+"\n", i, text(size))
	}
	return block.Bytes()
}

// same returns a check that the output begins with n times the block.
func same(block []byte, n int) func([]byte) error {
	at, size := 0, n*len(block)
	return func(p []byte) error {
		for len(p) > 0 && at < size {
			want := block[at%len(block):]
			part := min(len(p), len(want))
			if !bytes.Equal(p[:part], want[:part]) {
				return fmt.Errorf("the bytes from %d to %d are not those that were sent", at, at+part)
			}
			p, at = p[part:], at+part
		}
		return nil
	}
}
