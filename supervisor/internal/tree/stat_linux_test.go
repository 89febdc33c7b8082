package tree

import (
	"fmt"
	"strings"
	"testing"
)

func stat(pid int, comm string, letter byte, parent, group, threads int, start uint64) string {
	return fmt.Sprintf("%d (%s) %c %d %d 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 %d 0 %d 9 9\n",
		pid, comm, letter, parent, group, threads, start)
}

func TestParseStat(t *testing.T) {
	for _, tt := range []struct {
		line  string
		want  process
		name  string
		state state
	}{
		{stat(77, "bash", 'S', 5, 77, 1, 99), process{id: id{77, 99}, parent: 5, group: 77}, "bash", running},
		{stat(77, "a b", 'R', 5, 5, 1, 1), process{id: id{77, 1}, parent: 5, group: 5}, "a b", running},
		{stat(77, ") S 1 (", 'T', 5, 5, 1, 1), process{id: id{77, 1}, parent: 5, group: 5}, ") S 1 (", stopped},
		{stat(77, "((", 't', 5, 5, 1, 1), process{id: id{77, 1}, parent: 5, group: 5}, "((", traced},
		{stat(77, "", 'D', 5, 5, 1, 1), process{id: id{77, 1}, parent: 5, group: 5}, "", opaque},
		{stat(77, "x", 'Z', 5, 5, 1, 1), process{id: id{77, 1}, parent: 5, group: 5}, "x", dead},
		{stat(77, "x", 'Z', 5, 5, 3, 1), process{id: id{77, 1}, parent: 5, group: 5}, "x", opaque},
		{stat(77, "x", 'X', 0, -1, 0, 1), process{id: id{77, 1}, group: -1}, "x", dead},
		{stat(77, "16 is not enough!", 'S', 5, 5, 1, 1), process{id: id{77, 1}, parent: 5, group: 5}, "16 is not enough", 0},
		{stat(77, "x", 'S', 5, 5, 1, 1<<63), process{id: id{77, 1 << 63}, parent: 5, group: 5}, "x", running},
	} {
		got, ok := parseStat([]byte(tt.line))
		tt.want.state = tt.state
		copy(tt.want.comm[:], tt.name)
		if !ok || got != tt.want {
			t.Errorf("%q: got %+v, %v, want %+v", tt.line, got, ok, tt.want)
		}
		if name := got.describe().Name; name != tt.name {
			t.Errorf("%q: got name %q, want %q", tt.line, name, tt.name)
		}
	}
}

func TestParseStatRefusesWhatIsNoStatLine(t *testing.T) {
	whole := stat(77, "bash", 'S', 5, 77, 1, 99)
	cut := strings.LastIndex(whole, " 99 ") + 1
	for _, line := range []string{
		"", "77", "77 (bash", "77 bash)", ") (", "(bash) S 1", whole[:cut],
		"x (bash) S" + whole[strings.Index(whole, ") ")+3:],
		stat(77, "bash", 'S', 5, 77, 1, 99)[1:2],
		strings.Replace(whole, "S 5 77", "S x 77", 1),
		strings.Replace(whole, "S 5 77", "S  77", 1),
		strings.Replace(whole, " 99 ", " -1 ", 1),
	} {
		if got, ok := parseStat([]byte(line)); ok {
			t.Errorf("%q was taken for %+v", line, got)
		}
	}
}

func FuzzStat(f *testing.F) {
	f.Add(77, "bash", byte('S'), 5, 77, 1, uint64(99))
	f.Add(2, ") S 1 (", byte('T'), 1, 2, 3, uint64(1<<63))
	f.Add(-1, "\x00\n) (", byte('Z'), -5, -77, 0, uint64(0))
	f.Fuzz(func(t *testing.T, pid int, comm string, letter byte, parent, group, threads int, start uint64) {
		parseStat([]byte(comm)) // anything at all: it must not panic

		if letter <= ' ' || letter >= 0x7f || letter == ')' {
			letter = 'S'
		}
		want := process{id: id{pid, start}, parent: parent, group: group, state: stateOf(letter, threads)}
		copy(want.comm[:], comm)
		got, ok := parseStat([]byte(stat(pid, comm, letter, parent, group, threads, start)))
		if !ok || got != want {
			t.Errorf("got %+v, %v, want %+v", got, ok, want)
		}
	})
}
