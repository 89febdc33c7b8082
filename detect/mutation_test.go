package detect

import (
	"bytes"
	"os"
	"reflect"
	"testing"
)

// FuzzWhatIsNoEventChangesNothing puts arbitrary text between the lines of a real capture, as a tool that can write to the
// agent's output might, and cuts lines short. What another parser takes for no event must change no count.
func FuzzWhatIsNoEventChangesNothing(f *testing.F) {
	captures := map[*Table][][]byte{}
	for agent, file := range map[string]string{
		"claude": "testdata/claude/2.1.329/02_six_tools.jsonl", "pi": "testdata/pi/1.5.2/c3-parallel.pipe.jsonl",
	} {
		table, err := ByName(agent)
		if err != nil {
			f.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		captures[table] = bytes.SplitAfter(text, []byte("\n"))
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
		for table, lines := range captures {
			i := int(at) % len(lines)
			broken := lines[i][:int(cut)%max(1, len(lines[i])-1)] // never whole
			noisy := bytes.Join([][]byte{
				bytes.Join(lines[:i], nil), noise, []byte("\n"), broken, []byte("\n"), bytes.Join(lines[i:], nil),
			}, nil)
			want := readAll(t, table, false, bytes.Join(lines, nil), 1<<20)
			if got := readAll(t, table, false, noisy, 1<<20); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %q and %q before line %d change the events", table.Name, noise, broken, i+1)
			}
		}
	})
}
