package detect

import (
	"bytes"
	"reflect"
	"testing"
)

// FuzzWhatIsNoEventChangesNothing puts arbitrary text between the lines of a real capture, as a tool that can write to the
// agent's output might, and cuts lines short. What another parser takes for no event must change no count.
func FuzzWhatIsNoEventChangesNothing(f *testing.F) {
	streams := map[*Table][][]byte{}
	want := map[*Table][]Event{}
	add := func(table *Table, stream []byte) {
		if stream != nil {
			streams[table] = bytes.SplitAfter(stream, []byte("\n"))
			want[table] = readAll(f, table, false, stream, 1<<20)
		}
	}
	for _, table := range Tables() {
		add(table, longest(f, "", table))
		add(table.Log, longest(f, "log", table))
	}
	for _, noise := range []string{
		"", "building...\r\n\x1b[2K100%", `{"type":"turn_start"`, `{"a":{"type":"turn_end"}}`, `["type","turn_start"]`,
		`{"type":"turn_start"} {"type":"turn_end"}`, `{"TYPE":"assistant"}`, "{\"type\":\"assistant\xff\"}", "\x00{}",
	} {
		f.Add([]byte(noise), uint16(3), uint16(7))
	}
	f.Fuzz(func(t *testing.T, noise []byte, at, cut uint16) {
		for line := range bytes.SplitSeq(noise, []byte("\n")) {
			if _, event := plainType(bytes.Trim(line, " \t\r")); event {
				return
			}
		}
		for table, lines := range streams {
			i := int(at) % len(lines)
			broken := lines[i][:int(cut)%max(1, len(lines[i])-1)] // never whole
			noisy := bytes.Join([][]byte{
				bytes.Join(lines[:i], nil), noise, []byte("\n"), broken, []byte("\n"), bytes.Join(lines[i:], nil),
			}, nil)
			if got := readAll(t, table, false, noisy, 1<<20); !reflect.DeepEqual(got, want[table]) {
				t.Errorf("%s: %q and %q before line %d change the events", table.Name, noise, broken, i+1)
			}
		}
	})
}

// longest returns the longest stream of an agent in a part of testdata that is short enough to be read again and again.
func longest(t testing.TB, part string, table *Table) (stream []byte) {
	t.Helper()
	for _, dir := range versions(t, part, table) {
		for _, c := range captures(t, dir) {
			if !c.terminal && len(c.stream) > len(stream) && len(c.stream) < 16<<10 {
				stream = c.stream
			}
		}
	}
	return stream
}
