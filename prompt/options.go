package prompt

import "strings"

// option is an answer that a question offers.
type option struct {
	choice Choice
	word   string // what is typed for it in plain lines; the first letter is its key elsewhere
	text   string
}

// options are the answers that a question offers, from top to bottom.
func options(q Question) []option {
	out := []option{{Continue, "yes", q.Yes}}
	if q.Limit != nil {
		out = append(out, option{ChangeLimit, "another limit", "another limit..."})
	}
	if q.WrapUp != "" {
		out = append(out, option{WrapUp, "wrap up", q.WrapUp})
	}
	if q.Salvage != "" {
		out = append(out, option{Salvage, "salvage", q.Salvage})
	}
	return append(out, option{Stop, "no", "no, stop the agent"})
}

// list joins two words or more as a sentence does: "y, a or n".
func list(words []string, or string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + or + " " + words[last]
}
