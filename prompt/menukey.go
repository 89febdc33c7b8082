package prompt

import (
	"fmt"
	"strings"
)

// Key is a key that is pressed together with Ctrl, and that a person may choose for turnguard's own use. The zero Key
// is none.
type Key struct{ char byte } // a small letter, or one of @ \ ] ^ _

// taken are the keys that are also Enter, Tab, Esc and Backspace, or that everybody expects to do what they always do.
var taken = map[byte]string{
	'c': "interrupts the agent", 'd': "ends input", 'z': "suspends the agent",
	'h': "is Backspace on some terminals", 'i': "is Tab", 'j': "is Enter on some terminals", 'm': "is Enter",
	'[': "is Esc", '?': "is Backspace",
}

// ParseKey reads the name of a key: "ctrl-" and a letter, or one of @ \ ] ^ _. Case does not matter, and the prefixes
// "c-" and "^" mean the same. It is an error to name a key that cannot be spared, such as Ctrl-C, or Ctrl-M, which is
// Enter.
func ParseKey(name string) (Key, error) {
	lower := strings.ToLower(name)
	for _, prefix := range []string{"ctrl-", "c-", "^"} {
		char, found := strings.CutPrefix(lower, prefix)
		if !found || len(char) != 1 {
			continue
		}
		if why, is := taken[char[0]]; is {
			return Key{}, fmt.Errorf("%s %s", Key{char[0]}, why)
		}
		if c := char[0]; c >= 'a' && c <= 'z' || c >= '\\' && c <= '_' || c == '@' {
			return Key{c}, nil
		}
	}
	return Key{}, fmt.Errorf(`%q is not "ctrl-" and a letter, or one of @ \ ] ^ _`, name)
}

// String is the key as keyboards name it, such as Ctrl-G, or none.
func (k Key) String() string {
	if k.char == 0 {
		return "none"
	}
	return "Ctrl-" + strings.ToUpper(string(rune(k.char)))
}

// is tells whether a stroke is this key. Where the character needs Shift, terminals may report it without, as it is on
// an English keyboard then.
func (k Key) is(s stroke) bool {
	if k.char == 0 || s.pasted || s.modifiers&anyModifier&^shift != ctrl {
		return false
	}
	char := int(k.char)
	switch {
	case s.modifiers&shift == 0:
		return s.code == char || s.code > '~' && s.base == char || char == '@' && s.code == ' '
	case char >= 'a':
		return false
	}
	return s.code == char || s.shifted == char || s.shifted == 0 && s.code == unshifted[k.char]
}

// unshifted are the characters that English keyboards have below those of a Key.
var unshifted = map[byte]int{'@': '2', '^': '6', '_': '-'}
