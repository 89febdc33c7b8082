package modes

import (
	"fmt"
	"strings"
)

// maxKeys is how many sets of flags terminals keep. One that is pushed onto a full stack drops the oldest.
const maxKeys = 8

const allFlags = 1<<5 - 1

// keys is the stack of kitty's keyboard protocol that a terminal has for each of its screens. The zero stack holds a
// single set of no flags, which is the keyboard of old.
type keys struct {
	flags [maxKeys]uint8
	top   int
}

func (k *keys) now() int { return int(k.flags[k.top]) }

func (k *keys) push(flags int) {
	if k.top == maxKeys-1 {
		copy(k.flags[:], k.flags[1:])
	} else {
		k.top++
	}
	k.flags[k.top] = uint8(flags & allFlags)
}

// pop drops n sets. Popping the last one leaves no flags.
func (k *keys) pop(n int) {
	for range min(n, maxKeys) {
		k.flags[k.top] = 0
		k.top = max(k.top-1, 0)
	}
}

// set changes the flags on top as mode says: to these, by adding them, or by taking them out.
func (k *keys) set(flags, mode int) {
	switch now, flags := &k.flags[k.top], uint8(flags&allFlags); mode {
	case 1:
		*now = flags
	case 2:
		*now |= flags
	case 3:
		*now &^= flags
	}
}

// leave takes the flags away for a while, restore brings them back.
func (k *keys) leave(b *strings.Builder) {
	if k.now() != 0 {
		b.WriteString("\x1b[=0u")
	}
}

func (k *keys) restore(b *strings.Builder) {
	if k.now() != 0 {
		fmt.Fprintf(b, "\x1b[=%du", k.now())
	}
}

// drop empties the stack, for good.
func (k *keys) drop(b *strings.Builder) {
	if k.top > 0 {
		fmt.Fprintf(b, "\x1b[<%du", k.top)
	}
	if k.flags[0] != 0 {
		b.WriteString("\x1b[=0u")
	}
}
