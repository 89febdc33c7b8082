package prompt

import (
	"slices"
	"strings"
	"time"
)

// askPlain asks on a terminal that takes no escape sequence: in plain lines, the answer typed as a word.
func (t *Terminal) askPlain(next func() ([]byte, error), q Question) (Answer, error) {
	answers := sayable(q)
	q = t.fit(q, len(answers)+1)
	lines := head(q)
	_, columns := t.room()
	for _, o := range answers {
		lines = append(lines, strings.Repeat(" ", indent)+Sanitize(o.text, columns-indent))
	}
	t.write(strings.Join(lines, "\r\n") + "\r\n")
	typed := words(answers)
	if q.Limit != nil {
		typed = append(typed, "another limit")
	}
	arming := t.arm
	arming.start(time.Now())
	for {
		t.write("Type " + list(typed, "or") + ", then Enter: ")
		line, err := readLine(next)
		if err != nil {
			t.write("\r\n")
			return Answer{}, err
		}
		if arming.early(time.Now()) {
			continue
		}
		if strings.IndexByte(line, interrupt) >= 0 {
			t.write("\r\n")
			return Answer{}, nil
		}
		a, problem := spoken(line, q)
		if problem == nil {
			return a, nil
		}
		t.write(problem.Error() + "\r\n")
	}
}

// sayable are the options that have a word. Another limit is just typed.
func sayable(q Question) []option {
	return slices.DeleteFunc(options(q), func(o option) bool { return o.choice == ChangeLimit })
}

func words(answers []option) []string {
	var out []string
	for _, o := range answers {
		out = append(out, o.word)
	}
	return out
}

// readLine waits for a line, or for Ctrl-C, which ends one too.
func readLine(next func() ([]byte, error)) (string, error) {
	var line []byte
	for {
		p, err := next()
		if err != nil {
			return "", err
		}
		line = append(line, p...)
		switch line[len(line)-1] {
		case '\n', '\r', interrupt:
			return string(line), nil
		case suspend:
			return "", ErrSuspended
		}
	}
}

// spoken is the answer that a line means, or what is wrong with it.
func spoken(line string, q Question) (Answer, error) {
	word, answers := strings.TrimSpace(line), sayable(q)
	if word == "" {
		return Answer{}, refusal("Enter alone does nothing.")
	}
	for _, o := range answers {
		if said := strings.ToLower(word); said == o.word || said == o.word[:1] {
			return Answer{Choice: o.choice}, nil
		}
	}
	if q.Limit == nil {
		return Answer{}, refusal("Neither " + list(words(answers), "nor") + ".")
	}
	if err := q.Limit(word); err != nil {
		return Answer{}, err
	}
	return Answer{Choice: ChangeLimit, Limit: word}, nil
}
