package prompt

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// indent is the columns before facts and answers.
const indent = 2

// room is how many lines and columns a question may take.
func (t *Terminal) room() (rows, columns int) {
	size, _ := t.Size()
	return int(cmp.Or(size.Row, 24)), max(1, int(cmp.Or(size.Col, 80))-1)
}

// fit makes a question fit for this terminal, its head so that it leaves the lines that are needed below. Where it is too
// low, facts go first, then the title, and the text last.
func (t *Terminal) fit(q Question, below int) Question {
	rows, columns := t.room()
	free := rows - below - 2 // lines beside the title and the text
	if free < 0 {
		q.Title = ""
	}
	if free < -1 {
		q.Text = ""
	}
	var facts []string
	if q.Timeout > 0 && free > 0 {
		facts = []string{"no answer within " + short(q.Timeout) + " stops the agent"}
	}
	facts = slices.Concat(q.Facts[:min(len(q.Facts), max(0, free-len(facts)))], facts)
	for i, f := range facts {
		facts[i] = Sanitize(f, columns-indent)
	}
	q.Facts = facts
	q.Title, q.Text = Sanitize(q.Title, columns), Sanitize(q.Text, columns)
	if limit := q.Limit; limit != nil {
		q.Limit = func(s string) error {
			if err := limit(s); err != nil {
				return refusal(Sanitize(err.Error(), columns-indent))
			}
			return nil
		}
	}
	return q
}

// refusal says what is wrong with another limit.
type refusal string

func (r refusal) Error() string { return string(r) }

// head is the part of a question above the answers, a line each.
func head(q Question) []string {
	out := slices.DeleteFunc([]string{q.Title, q.Text}, func(s string) bool { return s == "" })
	for _, f := range q.Facts {
		out = append(out, strings.Repeat(" ", indent)+f)
	}
	return out
}

// page is the head of a question that has a screen for itself, and so many rows of it. It tells whose question that is,
// and is set with air if there is room for all of it.
func page(q Question, rows int) []string {
	const air = 5
	lines := head(q)
	if len(lines)+air > rows {
		return lines
	}
	texts := len(lines) - len(q.Facts)
	out := append([]string{"", "turnguard", ""}, lines[:texts]...)
	if len(q.Facts) > 0 {
		out = append(append(out, ""), lines[texts:]...)
	}
	return append(out, "")
}

// trace is the line that stays on the terminal: what was asked, and the answer.
func trace(q Question, a Answer) string {
	first, n := utf8.DecodeRuneInString(q.Title)
	answer := "another limit, " + a.Limit
	for _, o := range options(q) {
		if o.choice == a.Choice && a.Choice != ChangeLimit {
			answer = o.text
		}
	}
	return Sanitize("turnguard: "+strings.ToLower(string(first))+q.Title[n:]+": "+answer, lineColumns)
}

// short is a duration without parts that are zero: 5m, not 5m0s.
func short(d time.Duration) string {
	s := d.Round(time.Second).String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
