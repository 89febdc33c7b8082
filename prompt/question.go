package prompt

import (
	"cmp"
	"context"
	"os"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	indent       = 2 // columns before facts and answers
	anotherLimit = "another limit..."
	noStop       = "no, stop the agent"
)

// Ask shows a question below what the agent has printed, and waits for the answer. The question goes when it is
// answered, and a line with the answer stays; it goes without a trace when ctx ends. Ctrl-C and Ctrl-D mean Stop.
//
// Keys that were typed ahead do not count, and Enter counts only for an answer that was selected first. Whatever the
// error, the answer is to stop: [ErrBackground], the end of the context, a terminal that has gone.
func (t *Terminal) Ask(ctx context.Context, q Question) (Answer, error) {
	defer t.guard()
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	if t.background() {
		return Answer{}, ErrBackground
	}
	t.out.Lock()
	defer t.out.Unlock()
	mode, ask := raw(t.saved), t.choose
	if t.look.plain {
		mode, ask = lines(t.saved), t.askPlain
	}
	giveBack, err := t.borrow(mode)
	if err != nil {
		return Answer{}, err
	}
	defer giveBack()
	next, release, err := t.takeFloor(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer release()
	if t.title != nil {
		t.writeTitle()
	}
	t.breakIn()
	defer t.goOn()
	a, err := ask(next, t.fit(q))
	if err != nil {
		return Answer{}, err
	}
	t.write(trace(q, a) + "\r\n")
	return a, nil
}

// takeFloor has what is typed come to the question, from next, until release.
func (t *Terminal) takeFloor(ctx context.Context) (next func() ([]byte, error), release func(), err error) {
	k, stop := t.keyboard.Load(), func() {}
	if k == nil {
		if k, err = t.listen(); err != nil {
			return nil, nil, err
		}
		stop = k.stop
	}
	f := &floor{typed: make(chan []byte), over: make(chan struct{})}
	t.floor.Store(f)
	release = func() {
		close(f.over)
		stop()
		t.floor.Store(nil)
	}
	next = func() ([]byte, error) {
		select {
		case p := <-f.typed:
			return p, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-t.done:
			return nil, os.ErrClosed
		case <-k.gone:
			return nil, k.err
		}
	}
	return next, release, nil
}

// room is how many lines and columns a question may take.
func (t *Terminal) room() (rows, columns int) {
	size, _ := t.Size()
	return int(cmp.Or(size.Row, 24)), max(1, int(cmp.Or(size.Col, 80))-1)
}

// fit makes the texts of a question fit for this terminal.
func (t *Terminal) fit(q Question) Question {
	const around = 9 // lines that are not facts, that of the cursor among them
	rows, columns := t.room()
	q.Title, q.Text, q.Yes = Sanitize(q.Title, columns), Sanitize(q.Text, columns), Sanitize(q.Yes, columns-indent)
	var facts []string
	for _, f := range q.Facts[:min(len(q.Facts), max(0, rows-around))] {
		facts = append(facts, Sanitize(f, columns-indent))
	}
	if q.Timeout > 0 {
		facts = append(facts, "no answer within "+short(q.Timeout)+" stops the agent")
	}
	q.Facts = facts
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
	out := []string{q.Title, q.Text}
	for _, f := range q.Facts {
		out = append(out, "  "+f)
	}
	return out
}

// trace is the line that stays on the terminal: what was asked, and the answer.
func trace(q Question, a Answer) string {
	first, n := utf8.DecodeRuneInString(q.Title)
	var answer string
	switch a.Choice {
	case Stop:
		answer = noStop
	case Continue:
		answer = q.Yes
	case ChangeLimit:
		answer = "another limit, " + a.Limit
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
