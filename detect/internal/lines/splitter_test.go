package lines

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

// collect returns the lines of type "x" in a stream that comes in chunks of the given size.
func collect(stream []byte, size int, terminal bool) []string {
	var got []string
	s := Splitter{
		Want:     func(typ []byte) bool { return string(typ) == "x" },
		Line:     func(line []byte) { got = append(got, string(line)) },
		Terminal: terminal,
	}
	for part := range slices.Chunk(stream, max(size, 1)) {
		s.Write(part)
	}
	s.Close()
	return got
}

func TestOnlyWantedLinesAreKept(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"type first", `{"type":"x","a":1}` + "\n", []string{`{"type":"x","a":1}`}},
		{"type behind other keys", `{"a":{"type":"y"},"b":["type","y"],"type":"x"}`, []string{`{"a":{"type":"y"},"b":["type","y"],"type":"x"}`}},
		{"type spelled with an escape", `{"\u0074ype":"\u0078"}`, []string{`{"\u0074ype":"\u0078"}`}},
		{"another type", `{"type":"y"}` + "\n", nil},
		{"another case", `{"TYPE":"x"}` + "\n" + `{"Type":"x"}`, nil},
		{"nested only", `{"a":{"type":"x"}}`, nil},
		{"quoted only", `{"a":"{\"type\":\"x\"}"}`, nil},
		{"no object", `["type","x"]` + "\n" + `"type"` + "\n\n" + `x`, nil},
		{"a type that is no string", `{"type":7}` + "\n" + `{"type":null}`, nil},
		{"white space and CR around", " \t{\"type\":\"x\"} \r\n", []string{`{"type":"x"}`}},
		{"no end of line at the end", "{}\n" + `{"type":"x"}`, []string{`{"type":"x"}`}},
		{"text before", `log: {"type":"x"}`, nil},
		{"a byte order mark", "\ufeff" + `{"type":"x"}`, nil},
	} {
		for _, size := range []int{1, 2, 3, 100} {
			if diff := cmp.Diff(c.want, collect([]byte(c.in), size, false)); diff != "" {
				t.Errorf("%s, chunks of %d (-want +got):\n%s", c.name, size, diff)
			}
		}
	}
}

func TestEscapeSequencesAroundALineAreForTerminalsOnly(t *testing.T) {
	in := []byte("\x1b[?25l\x1b]0;a title\a{\"type\":\"x\"}\x1b[0m\x1b[?25h\r\n")
	for _, size := range []int{1, 5, 100} {
		if diff := cmp.Diff([]string{`{"type":"x"}`}, collect(in, size, true)); diff != "" {
			t.Errorf("terminal, chunks of %d (-want +got):\n%s", size, diff)
		}
		if got := collect(in, size, false); got != nil {
			t.Errorf("pipe, chunks of %d: got %q, want nothing", size, got)
		}
	}
}

func TestLongStringsAreCutAndTheLineStaysValid(t *testing.T) {
	long := strings.Repeat("0123456789", 20_000)
	for name, text := range map[string]string{
		"plain":      long,
		"escapes":    strings.Repeat(`\n`, 50_000) + long,
		"surrogates": strings.Repeat(`\ud83d\ude00`, 80) + long + strings.Repeat(`\ud83d\ude00`, 20_000),
		"UTF-8":      strings.Repeat("é", 100_000),
		"quotes":     long + `\"` + long + `\\`,
	} {
		in := []byte(`{"id":"kept","text":"` + text + `","type":"x","tail":[1,"` + text + `"]}` + "\n")
		whole := collect(in, len(in), false)
		if len(whole) != 1 || len(whole[0]) > lineLimit || !jsontext.Value(whole[0]).IsValid() {
			t.Fatalf("%s: got %d lines, want one valid line (%.80q)", name, len(whole), whole)
		}
		if !strings.Contains(whole[0], `"id":"kept"`) || !strings.Contains(whole[0], `"type":"x","tail":[1,"`) {
			t.Errorf("%s: short values are lost: %.80q", name, whole[0])
		}
		for _, size := range []int{1, 1000, 4095, 65_536} {
			if diff := cmp.Diff(whole, collect(in, size, false)); diff != "" {
				t.Errorf("%s in chunks of %d differs from the whole", name, size)
			}
		}
	}
}

func TestStringsThatDifferStayDifferentWhenTheyAreCut(t *testing.T) {
	long := strings.Repeat("0123456789", 20_000)
	seen := map[string]string{}
	for _, text := range []string{
		long, long + "0", long[:len(long)-1] + "8", long[:2000] + "x" + long[2001:], long + `\n`, long + `\t`, long + `\\n`,
		long + `","text":"`, `","text":"` + long,
	} {
		in := []byte(`{"type":"x","text":"` + text + "\"}\n")
		cut := collect(in, len(in), false)[0]
		if other, known := seen[cut]; known {
			t.Errorf("the texts ...%q and ...%q are both cut to %q", other, text[len(text)-10:], cut)
		}
		seen[cut] = text[len(text)-10:]
	}
}

func TestALineThatStaysTooLongIsPassedOver(t *testing.T) {
	in := []byte(`{"type":"x","a":[` + strings.Repeat("1,", lineLimit) + "1]}\n" + `{"type":"x"}` + "\n")
	if diff := cmp.Diff([]string{`{"type":"x"}`}, collect(in, 4096, false)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A line of 100 MB must not be held, whether or not it matters and wherever its type stands.
func TestMemoryIsBoundedHoweverLongALineIs(t *testing.T) {
	filler := bytes.Repeat([]byte("a long line "), 64<<10/12)
	for _, ends := range [][2]string{
		{`{"type":"x","text":"`, `"}`}, {`{"type":"y","text":"`, `"}`}, {`{"text":"`, `","type":"x"}`}, {`no JSON`, ``},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s := Splitter{Want: func(typ []byte) bool { return string(typ) == "x" }, Line: func([]byte) {}}
		s.Write([]byte(ends[0]))
		for range 100 << 20 / len(filler) {
			s.Write(filler)
		}
		s.Write([]byte(ends[1] + "\n"))
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 8<<20 {
			t.Errorf("line beginning %q: %d bytes allocated in all, want at most 8 MiB", ends[0], grown)
		}
	}
}

func FuzzTheChunksDoNotMatter(f *testing.F) {
	f.Add([]byte(`{"type":"x","a":"b\"c"}`+"\r\n"+`{"a":1,"type":"x"}`), 3, true)
	f.Add([]byte("\x1b[0m{\"type\":\"x\"}\x1b[?25h\n\x1b]0;t\a"), 1, true)
	f.Fuzz(func(t *testing.T, in []byte, size int, terminal bool) {
		want := collect(in, len(in), terminal)
		if got := collect(in, min(max(size, 1), 1<<20), terminal); !slices.Equal(got, want) {
			t.Errorf("chunks of %d: got %q, want %q", size, got, want)
		}
	})
}

func FuzzCuttingKeepsValidTextValid(f *testing.F) {
	f.Add(`{"a":"\ud83d\ude00"}`, 2, 600)
	f.Add(`["é\\",{"b":"\u00e9\n"}]`, 5, 1)
	f.Fuzz(func(t *testing.T, in string, size, times int) {
		if !jsontext.Value(in).IsValid() {
			return
		}
		// Repeating what stands in the text's strings makes them long enough to be cut.
		in = strings.ReplaceAll(in, `\n`, strings.Repeat(`\n€ü`, min(max(times, 0), 2000)))
		var whole, parts cutter
		want := string(whole.append(nil, []byte(in)))
		if !jsontext.Value(want).IsValid() {
			t.Fatalf("cut to invalid JSON: %q", want)
		}
		var got []byte
		for part := range slices.Chunk([]byte(in), min(max(size, 1), 1<<16)) {
			got = parts.append(got, part)
		}
		if string(got) != want {
			t.Errorf("in chunks of %d: %q, want %q", size, got, want)
		}
	})
}

func ExampleSplitter() {
	s := Splitter{
		Want: func(typ []byte) bool { return string(typ) == "turn_end" },
		Line: func(line []byte) { fmt.Printf("%s\n", line) },
	}
	s.Write([]byte(`{"type":"turn_start"}` + "\n" + `{"type":"tur`))
	s.Write([]byte(`n_end"}` + "\n"))
	// Output: {"type":"turn_end"}
}
