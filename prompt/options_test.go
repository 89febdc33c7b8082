package prompt

import (
	"fmt"
	"strings"
	"testing"
)

// complete is the example of an agent that can do all that a question may offer.
func complete() Question {
	q := example()
	q.WrapUp = "wrap up: 3 more turns to finish in"
	q.Salvage = "salvage: stop, and answer from what it has"
	return q
}

var completeAnswers = []struct {
	typed string
	want  Answer
}{
	{"y\r", Answer{Choice: Continue}},
	{"a\r40\r", Answer{ChangeLimit, "40"}},
	{"w\r", Answer{Choice: WrapUp}},
	{"W\n", Answer{Choice: WrapUp}},
	{"s\r", Answer{Choice: Salvage}},
	{"\x1b[115;1u\x1b[13u", Answer{Choice: Salvage}},
	{"n\r", Answer{}},
	{"swan\r", Answer{}},
	{"\x1b[B\x1b[B\x1b[B\r", Answer{Choice: WrapUp}},
	{"\x1b[A\x1b[A\r", Answer{Choice: Salvage}},
	{"\x1b[A\r", Answer{}},
	{"s\x1b[B\x1b[B\r", Answer{Choice: Continue}},
	{"y\x1b[A\x1b[A\x1b[A\r", Answer{Choice: WrapUp}},
	{"a\r\rw\r", Answer{Choice: WrapUp}},
	{"w\x03", Answer{}},
	{"\r\rs\x04", Answer{}},
}

func TestEveryAnswerIsInReachHoweverFewAreSeen(t *testing.T) {
	for _, tt := range completeAnswers {
		for page := 1; page < 7; page++ {
			d := blind(arming{}, tt.typed)
			d.page = page
			if got, err := d.ask(complete()); err != nil || got != tt.want {
				t.Errorf("%q, %d at once: %+v, %v, want %+v", tt.typed, page, got, err, tt.want)
			}
		}
	}
}

func TestOnlyWhatTheAgentCanIsOffered(t *testing.T) {
	wrapUp, salvage, neither := complete(), complete(), example()
	wrapUp.Salvage, salvage.WrapUp = "", ""
	salvage.Limit = nil
	for _, tt := range []struct {
		q     Question
		typed string
		want  Choice
	}{
		{wrapUp, "ws\r", WrapUp},
		{wrapUp, "ns\r", Stop},
		{wrapUp, "\x1b[A\x1b[A\r", WrapUp},
		{salvage, "swa\r", Salvage},
		{salvage, "\x1b[B\x1b[B\r", Salvage},
		{neither, "ysw\r", Continue},
		{neither, "nws\r", Stop},
	} {
		if got, err := blind(arming{}, tt.typed).ask(tt.q); err != nil || got.Choice != tt.want {
			t.Errorf("%q: %+v, %v, want %d", tt.typed, got, err, tt.want)
		}
	}
}

// askSoon asks where the title may have no room.
func askSoon(t *testing.T, term *Terminal, q Question) <-chan result {
	t.Helper()
	c := make(chan result, 1)
	go func() {
		a, err := term.Ask(t.Context(), q)
		c <- result{a, err}
	}()
	return c
}

func TestAnswerStaysInItsOwnWords(t *testing.T) {
	for key, want := range map[string]string{
		"y": "yes, 25 more turns", "w": "wrap up: 3 more turns to finish in",
		"s": "salvage: stop, and answer from what it has", "n": "no, stop the agent",
	} {
		s := newScreen(t, 80, 20)
		term := s.open(colored)
		q := complete()
		q.WrapUp, q.Salvage = "\x1b[31m"+q.WrapUp+"\r\n", q.Salvage+"\u202e\a"
		c := ask(t.Context(), s, term, q)
		s.typeKeys(key)
		s.untilShown("> " + want)
		s.typeKeys("\r")
		if _, err := answered(t, c); err != nil {
			t.Error(err)
		}
		s.seen(term)
		if got, want := s.text(), "turnguard: turn limit reached: "+want+"\n<mark>"; got != want {
			t.Errorf("%s: the screen:\n%s\nwant\n%s", key, got, want)
		}
	}
}

func TestLowTerminalsKeepTheAnswers(t *testing.T) {
	const full = `Turn limit reached
You've used 25 turns. Continue?
  tools      18 bash, 4 read
  last said  "All tests pass."
  no answer within 5m stops the agent
? Press y, a, w, s or n, or an arrow key, then Enter.
  yes, 25 more turns
  another limit...
  wrap up: 3 more turns to finish in
  salvage: stop, and answer from what it has
  no, stop the agent`
	lines := strings.Split(full, "\n")
	picture := func(parts ...[]string) string {
		var out []string
		for _, p := range parts {
			out = append(out, p...)
		}
		return strings.Join(out, "\n")
	}
	const hint = "Enter alone does nothing: select an answer first."
	for _, tt := range []struct {
		rows   int
		before string
		chosen string // after an n
	}{
		{13, full, picture(lines[:10], []string{"> no, stop the agent", hint})},
		{11, picture(lines[:2], lines[4:]), picture(lines[:2], lines[4:10], []string{"> no, stop the agent", hint})},
		{9, picture(lines[1:2], lines[5:]), picture(lines[1:2], lines[5:10], []string{"> no, stop the agent", hint})},
		{8, picture(lines[5:]), picture(lines[5:10], []string{"> no, stop the agent", hint})},
		{7, picture(lines[5:10]), picture(lines[5:6], lines[7:10], []string{"> no, stop the agent", hint})},
		{4, picture(lines[5:7]), picture(lines[5:6], []string{"> no, stop the agent", hint})},
	} {
		for name, output := range map[string]string{"a stream": "", "inline": inline, "full screen": fullscreen} {
			s := newScreen(t, 60, tt.rows)
			term := s.open(colored)
			for i := range tt.rows {
				write(t, term, fmt.Sprintf("line %d\r\n", i))
			}
			write(t, term, output)
			c := askSoon(t, term, complete())
			shows := func(want string) {
				t.Helper()
				s.until(fmt.Sprintf("such question on %d rows (%s):\n%s\n", tt.rows, name, want), func() bool {
					got := trimmed(s.vt.String())
					return got == want || output == "" && strings.HasSuffix(got, "\n"+want)
				})
			}
			shows(tt.before)
			s.typeKeys("\r")
			s.untilShown(hint)
			s.typeKeys("n")
			shows(tt.chosen)
			s.typeKeys("s\r")
			if a, err := answered(t, c); a != (Answer{Choice: Salvage}) || err != nil {
				t.Errorf("%d rows: %+v, %v", tt.rows, a, err)
			}
			s.seen(term)
			if g := s.glance(); strings.Contains(g.scrolled+g.text, "Press") || strings.Contains(g.scrolled, "limit") {
				t.Errorf("%d rows (%s): something stays of the question: %+v", tt.rows, name, g)
			}
		}
	}
}

func TestQuestionIsSetWithAirIfAllAnswersFit(t *testing.T) {
	for rows, airy := range map[int]bool{17: false, 18: true} {
		s := newScreen(t, 60, rows)
		term := s.open(colored)
		write(t, term, inline)
		c := ask(t.Context(), s, term, complete())
		if got := strings.HasPrefix(s.text(), "\nturnguard\n\nTurn limit reached\n"); got != airy {
			t.Errorf("%d rows: with air %v, want %v:\n%s", rows, got, airy, s.text())
		}
		s.typeKeys("w\r")
		if a, err := answered(t, c); a != (Answer{Choice: WrapUp}) || err != nil {
			t.Errorf("%d rows: %+v, %v", rows, a, err)
		}
	}
}
