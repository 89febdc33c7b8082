//go:build e2e

package e2e

import (
	"regexp"
	"strings"
)

// An editor finds where on an agent's screen a prompt is typed, and what is there: the draft, or a hint in its place.
type editor func(screen string) (text string, found bool)

// betweenRules is an editor between two rules.
func betweenRules(screen string) (text string, found bool) {
	lines := strings.Split(screen, "\n")
	rules := 0
	for i := len(lines) - 1; i >= 0 && rules < 2; i-- {
		if strings.HasPrefix(lines[i], "──") {
			rules++
		} else if rules == 1 {
			text = lines[i] + text
		}
	}
	return strings.TrimSpace(strings.TrimPrefix(text, "❯")), rules == 2
}

// at is an editor where a pattern, in which the text is the group, matches for the last time: above it there are old
// prompts, which may look the same.
func at(pattern string) editor {
	last := regexp.MustCompile("(?s:^.*)(?m:" + pattern + ")")
	return func(screen string) (text string, found bool) {
		match := last.FindStringSubmatch(screen)
		if match == nil {
			return "", false
		}
		return strings.TrimRight(match[1], " \u200b"), true // the second is where Qwen Code has its cursor
	}
}
