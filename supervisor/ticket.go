package supervisor

import (
	"strings"

	"github.com/turnguard/turnguard/prompt"
)

// ticket is how the user goes on with the session that was stopped; "" where that cannot be.
func (r *run) ticket() string {
	if len(r.outcome.ResumeCommand) == 0 {
		return ""
	}
	var words []string
	for _, word := range r.outcome.ResumeCommand {
		words = append(words, shellWord(word))
	}
	return "; resume with: " + prompt.Sanitize(strings.Join(words, " "), 500)
}

// shellWord spells a word so that a shell takes it as it is.
func shellWord(word string) string {
	plain := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_./:=@%+,", c)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
