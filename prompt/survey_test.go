package prompt

import (
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// example is a question of which 40 and unlimited are other limits.
func example() Question {
	return Question{
		Title: "Turn limit reached",
		Text:  "You've used 25 turns. Continue?",
		Facts: []string{"tools      18 bash, 4 read", `last said  "All tests pass."`},
		Yes:   "yes, 25 more turns",
		Limit: func(s string) error {
			if s == "40" || s == "unlimited" {
				return nil
			}
			return errors.New(`"` + s + `" is not a limit`)
		},
		Timeout: 5 * time.Minute,
	}
}

// blind is a dialog with someone who does not look at the screen: the chunks are typed, then the terminal is gone.
func blind(a arming, chunks ...string) *dialog {
	return &dialog{canvas: canvas{w: io.Discard}, columns: 80, page: 5, arming: a, next: func() ([]byte, error) {
		if len(chunks) == 0 {
			return nil, io.EOF
		}
		p := chunks[0]
		chunks = chunks[1:]
		return []byte(p), nil
	}}
}

var answers = []struct {
	name, typed string
	want        Answer
}{
	{"y", "y\r", Answer{Choice: Continue}},
	{"upper case", "Y\n", Answer{Choice: Continue}},
	{"n", "n\r", Answer{}},
	{"the last letter counts", "nay\r", Answer{Choice: Continue}},
	{"down", "\x1b[B\r", Answer{Choice: Continue}},
	{"down twice, and back", "\x1b[B\x1b[B\x1b[A\r", Answer{Choice: Continue}},
	{"up is the last", "\x1b[A\r", Answer{}},
	{"up and round", "\x1bOA\x1bOB\r", Answer{Choice: Continue}},
	{"kitty", "\x1b[121;1u\x1b[13u", Answer{Choice: Continue}},
	{"kitty with events", "\x1b[110;1:1u\x1b[110;1:3u\x1b[121;1:1u\x1b[121;1:3u\x1b[57414;1:1u", Answer{Choice: Continue}},
	{"modifyOtherKeys", "\x1b[27;2;89~\x1b[27;1;13~", Answer{Choice: Continue}},
	{"after Esc", "\x1by\x1b\r", Answer{Choice: Continue}},
	{"Ctrl-C", "y\x03", Answer{}},
	{"Ctrl-D", "y\x04", Answer{}},
	{"Ctrl-C of kitty", "y\x1b[99;5u\r", Answer{}},
	{"Ctrl-D of kitty with locks", "y\x1b[100;197u\r", Answer{}},
	{"Ctrl-C inside a reply that does not end", "y\x1b]11;rgb:\x03\r", Answer{}},
	{"another limit", "a\r40\r", Answer{ChangeLimit, "40"}},
	{"another limit, corrected", "a\r4x\x7f0\r", Answer{ChangeLimit, "40"}},
	{"another limit, refused, then right", "a\r41\runlimited\r", Answer{ChangeLimit, "unlimited"}},
	{"another limit, with spaces", "a\r 40 \r", Answer{ChangeLimit, "40"}},
	{"back from another limit", "a\r\ry\r", Answer{Choice: Continue}},
	{"Ctrl-C at another limit", "a\r40\x03", Answer{}},
	{"a reply at another limit", "a\r4\x1b]11;rgb:0/0/0\x1b\\0\r", Answer{ChangeLimit, "40"}},
	{"Alt at another limit", "a\r4..\x1b\x7f\x1b\x7f\x1b0\r", Answer{ChangeLimit, "40"}},
	{"moving at another limit", "a\r\x1b[A4\x1b[D0\t\r", Answer{ChangeLimit, "40"}},
}

func TestAnswers(t *testing.T) {
	for _, tt := range answers {
		t.Run(tt.name, func(t *testing.T) {
			for _, chunks := range [][]string{{tt.typed}, strings.Split(tt.typed, "")} {
				got, err := blind(arming{}, chunks...).ask(example())
				if err != nil || got != tt.want {
					t.Errorf("%q: %+v, %v, want %+v", chunks, got, err, tt.want)
				}
			}
		})
	}
}

// noise is what a terminal may send by itself, and keys that are no answer.
var noise = map[string]string{
	"a focus event":           "\x1b[I\x1b[O",
	"a mouse report":          "\x1b[<0;10;10M\x1b[<0;10;10m",
	"a mouse report of X10":   "\x1b[M yy\x1b[M!aa",
	"a mouse report of urxvt": "\x1b[32;10;10M",
	"a paste":                 "\x1b[200~y\ry\n\x1b[201~",
	"a cursor report":         "\x1b[10;20R",
	"device attributes":       "\x1b[?62;22c\x1b[>1;10;0c",
	"a colour":                "\x1b]11;rgb:0000/yyyy/aaaa\a\x1b]10;y\x1b\\",
	"a device string":         "\x1bP1$ry\ra\x1b\\",
	"an in-band resize":       "\x1b[48;24;80;0;0t",
	"releases":                "\x1b[121;1:3u\x1b[13;1:3u\x1b[1;1:3B",
	"function keys":           "\x1bOP\x1b[15~\x1b[[A\x1b[3~\x1b[1;5C",
	"with Ctrl or Super":      "\x1b[121;5u\x1b[121;9u",
	"Enter alone":             "\r\n\x1b[13u\x1bOM",
	"Esc":                     "\x1b\x1b\x1b[27u",
	"other letters":           "qäx 1\t?",
	"a reply of kitty":        "\x1b[?121u\x1b[?7u",
}

func TestNoiseNeverAnswers(t *testing.T) {
	for name, junk := range noise {
		t.Run(name, func(t *testing.T) {
			for _, chunks := range [][]string{{junk + junk + "\r"}, strings.Split(junk+junk+"\r", "")} {
				if got, err := blind(arming{}, chunks...).ask(example()); !errors.Is(err, io.EOF) {
					t.Errorf("%q alone: %+v, %v, want %v", chunks, got, err, io.EOF)
				}
			}
			if got, err := blind(arming{}, junk, "y", junk, "y\r").ask(example()); err != nil || got.Choice != Continue {
				t.Errorf("%q among keys: %+v, %v", junk, got, err)
			}
		})
	}
}

// The question is still to be answered afterwards, so Ctrl-Z is never too early.
func TestCtrlZLeavesTheQuestion(t *testing.T) {
	for name, typed := range map[string]string{"legacy": "y\x1a\r", "kitty's": "\x1b[122;5u", "at another limit": "a\r4\x1a"} {
		if got, err := blind(arming{}, typed).ask(example()); !errors.Is(err, ErrSuspended) {
			t.Errorf("%s: %+v, %v, want %v", name, got, err, ErrSuspended)
		}
	}
	if got, err := blind(arming{settle: time.Hour}, "\x1a").ask(example()); !errors.Is(err, ErrSuspended) {
		t.Errorf("typed ahead: %+v, %v, want %v", got, err, ErrSuspended)
	}
}

func TestWithoutLimitsNoneIsOffered(t *testing.T) {
	q := example()
	q.Limit = nil
	for typed, want := range map[string]Choice{"y\r": Continue, "n\r": Stop, "ya\r": Continue, "\x1b[A\r": Stop} {
		if got, err := blind(arming{}, typed).ask(q); err != nil || got.Choice != want {
			t.Errorf("%q: %+v, %v, want %d", typed, got, err, want)
		}
	}
}

func TestNarrowTerminalsCanAsk(t *testing.T) {
	for columns := 1; columns < 60; columns++ {
		d := blind(arming{}, "\ra\r41\r40\r")
		d.columns = columns
		if got, err := d.ask(complete()); err != nil || got != (Answer{ChangeLimit, "40"}) {
			t.Errorf("%d columns: %+v, %v", columns, got, err)
		}
	}
}

func TestTypedAheadKeysNeverAnswer(t *testing.T) {
	tests := []struct {
		name  string
		every time.Duration
		keys  string
		want  Choice
		err   error
	}{
		{"at once", 0, "y\ry\ry\r", Stop, io.EOF},
		{"within the first half second", 40 * time.Millisecond, "y\ry\r", Stop, io.EOF},
		{"held down since before", 250 * time.Millisecond, "yyyyyyyyyyyy\r\r\r\r", Stop, io.EOF},
		{"in time", 501 * time.Millisecond, "y\r", Continue, nil},
		{"one early, the others after a pause", 301 * time.Millisecond, "xyy\r", Continue, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := blind(arming{settle: 500 * time.Millisecond, rearm: 300 * time.Millisecond}, strings.Split(tt.keys, "")...)
				typed := d.next
				d.next = func() ([]byte, error) {
					time.Sleep(tt.every)
					return typed()
				}
				if got, err := d.ask(example()); got.Choice != tt.want || !errors.Is(err, tt.err) {
					t.Errorf("%+v, %v, want %d, %v", got, err, tt.want, tt.err)
				}
			})
		})
	}
}

func TestNoiseDoesNotHoldUpTheFirstKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := blind(arming{settle: 500 * time.Millisecond, rearm: 300 * time.Millisecond}, "\x1b[<35;1;1M", "y", "\r")
		typed := d.next
		d.next = func() ([]byte, error) {
			time.Sleep(400 * time.Millisecond)
			return typed()
		}
		if got, err := d.ask(example()); err != nil || got.Choice != Continue {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// Whatever the bytes, all but to stop takes a key that selects an answer, and Enter after it.
var selectsThenEnters = regexp.MustCompile(`(?s)([yawsYAWSB\x0e\x10]|121|89|97|65|119|87|115|83).*([\r\nM]|13|57414)`)

// FuzzKeys looks for bytes that answer a question without being meant to.
func FuzzKeys(f *testing.F) {
	for _, tt := range answers {
		f.Add(tt.typed, uint8(0))
	}
	for _, tt := range completeAnswers {
		f.Add(tt.typed, uint8(2))
	}
	for _, junk := range noise {
		f.Add(junk+"\r", uint8(1))
	}
	f.Fuzz(func(t *testing.T, typed string, size uint8) {
		chunks := []string{typed[:min(len(typed), int(size))], typed[min(len(typed), int(size)):]}
		if got, err := blind(arming{}, chunks...).ask(complete()); err == nil && got.Choice != Stop &&
			!selectsThenEnters.MatchString(typed) {
			t.Errorf("%q answers %+v", typed, got)
		}
		if got, err := blind(arming{settle: time.Hour}, chunks...).ask(complete()); !errors.Is(err, io.EOF) && !errors.Is(err, ErrSuspended) {
			t.Errorf("%q, too early: %+v, %v", typed, got, err)
		}
		inert := strings.Map(func(r rune) rune {
			if strings.ContainsRune("\x03\a\x18\x1a\x1b", r) {
				return -1
			}
			return r
		}, typed)
		for _, around := range [][2]string{{"\x1b[200~", "\x1b[201~"}, {"\x1b]52;c;", "\x1b\\"}, {"\x1bP", "\x1b\\"}} {
			if got, err := blind(arming{}, around[0]+inert+around[1]+"\r").ask(complete()); !errors.Is(err, io.EOF) {
				t.Errorf("%q inside %q: %+v, %v", inert, around, got, err)
			}
		}
	})
}
