package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestOutputIsFollowedWhateverItsPieces(t *testing.T) {
	t.Parallel()
	text := "old words\n~\n" + strings.Repeat("x", 2*lastBytes) + "new words~\n"
	for name, wrap := range map[string]bool{"whole": false, "byte by byte": true} {
		var o output
		from := strings.NewReader(text)
		if wrap {
			o.read(iotest.OneByteReader(from))
		} else {
			o.read(from)
		}
		if o.seen() != int64(len(text)) || o.marked() != 2 {
			t.Errorf("%s: %d bytes and %d marks, want %d and 2", name, o.seen(), o.marked(), len(text))
		}
		if !o.has("new words", 0) || !o.has("words", o.seen()-8) || o.has("words", o.seen()-5) || o.has("old", 0) {
			t.Errorf("%s: the last words are not found where they stand: %q", name, o.last[len(o.last)-20:])
		}
	}
}

func TestAByteThatIsLostOrChangedIsNoticed(t *testing.T) {
	t.Parallel()
	block := makeBlock()
	const n = 3
	sent := bytes.Repeat(block, n)
	changed := slices.Clone(sent)
	changed[len(block)+17] ^= 1
	for _, tt := range []struct {
		name string
		got  []byte
		ok   bool
	}{
		{"the same", sent, true},
		{"more behind it", append(slices.Clone(sent), "~\n"...), true},
		{"one byte changed", changed, false},
		{"one byte lost", append(slices.Clone(sent[:99]), sent[100:]...), false},
		{"one byte twice", append(slices.Clone(sent[:99]), sent[98:]...), false},
	} {
		check := same(block, n)
		var err error
		for piece := range slices.Chunk(tt.got, 60_001) {
			if err == nil {
				err = check(piece)
			}
		}
		if (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestTheBlockHasNoMark(t *testing.T) {
	t.Parallel()
	if bytes.IndexByte(makeBlock(), mark) >= 0 {
		t.Error("a mark is in it")
	}
	if !bytes.Equal(makeBlock(), makeBlock()) {
		t.Error("the block is another one every time")
	}
}
