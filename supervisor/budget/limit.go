package budget

import (
	"errors"
	"strconv"
	"strings"
)

// Limit is a number of turns or of tool calls, 0 and up, or [Unlimited]. The zero Limit is the strictest: it asks
// before every one.
type Limit int

// Unlimited never asks, and the count goes on all the same.
const Unlimited Limit = -1

// maxLimit is far beyond any run and fits an int on every platform.
const maxLimit = 1_000_000_000

var errLimit = errors.New(`want a whole number from 0 to 1000000000, or "unlimited"`)

// ParseLimit reads a limit as a person types it: a decimal number from 0 to 1000000000, or one of unlimited, none, inf
// and ∞ in any case, with spaces around it. A number has only one spelling, so 010, 0x10, 1e3, 1_000 and +5 are errors
// rather than guesses. The error says what is wanted; the caller adds which flag or variable wants it.
func ParseLimit(s string) (Limit, error) {
	s = strings.TrimSpace(s)
	for _, word := range [...]string{"unlimited", "none", "inf", "∞"} {
		if strings.EqualFold(s, word) {
			return Unlimited, nil
		}
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > maxLimit || strconv.Itoa(n) != s {
		return 0, errLimit
	}
	return Limit(n), nil
}

// String gives the limit in words that [ParseLimit] reads: "25" or "unlimited".
func (l Limit) String() string {
	if l == Unlimited {
		return "unlimited"
	}
	return strconv.Itoa(int(l))
}

// Short gives the limit as the display has it: "25" or "∞".
func (l Limit) Short() string {
	if l == Unlimited {
		return "∞"
	}
	return l.String()
}

// Number gives the limit as JSON has it: nil is unlimited.
func (l Limit) Number() *int {
	if l == Unlimited {
		return nil
	}
	n := int(l)
	return &n
}
