package prompt

import (
	"strings"
	"time"
)

// askPlain asks on a terminal that takes no escape sequence: in plain lines, the answer typed as a word.
func (t *Terminal) askPlain(next func() ([]byte, error), q Question) (Answer, error) {
	q = t.fit(q)
	words := "yes, no or another limit"
	if q.Limit == nil {
		words = "yes or no"
	}
	t.write(strings.Join(head(q), "\r\n") + "\r\n  " + q.Yes + "\r\n  " + noStop + "\r\n")
	arming := t.arm
	arming.start(time.Now())
	for {
		t.write("Type " + words + ", then Enter: ")
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
	word := strings.TrimSpace(line)
	switch strings.ToLower(word) {
	case "":
		return Answer{}, refusal("Enter alone does nothing.")
	case "y", "yes":
		return Answer{Choice: Continue}, nil
	case "n", "no":
		return Answer{}, nil
	}
	if q.Limit == nil {
		return Answer{}, refusal("Neither yes nor no.")
	}
	if err := q.Limit(word); err != nil {
		return Answer{}, err
	}
	return Answer{Choice: ChangeLimit, Limit: word}, nil
}
