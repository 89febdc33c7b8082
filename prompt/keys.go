package prompt

// key is a key as far as a question cares: a printable ASCII character, or one of these.
type key byte

const (
	keyNone      key = 0
	keyInterrupt key = interrupt
	keyDown      key = 0x0e // Ctrl-N
	keyUp        key = 0x10 // Ctrl-P
	keyEnter     key = '\r'
	keySuspend   key = suspend
	keyBackspace key = 0x7f
)

// key is what a stroke means to a question. Nothing pasted means anything.
func (s stroke) key() key {
	if s.release || s.pasted {
		return keyNone
	}
	switch {
	case s.code == codeUp:
		return keyUp
	case s.code == codeDown:
		return keyDown
	case s.modifiers&(super|hyper|meta) != 0:
		return keyNone
	case s.modifiers&ctrl != 0:
		return controlKeys[s.code]
	case s.code == codeEnter, s.code == codeKeypadEnter:
		return keyEnter
	case s.code == '\b', s.code == codeDelete:
		return keyBackspace
	case s.code >= ' ' && s.code <= '~':
		return key(s.code)
	}
	return keyNone
}

// controlKeys are the keys with Ctrl that mean something.
var controlKeys = map[int]key{
	'c': keyInterrupt, 'd': keyInterrupt, 'h': keyBackspace, 'n': keyDown, 'p': keyUp, 'z': keySuspend,
}
