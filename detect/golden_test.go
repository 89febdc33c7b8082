package detect

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// readAll returns the events of a stream that comes in chunks of the given size; each chunk is overwritten after its
// use, which shows that nothing is retained.
func readAll(t testing.TB, table *Table, terminal bool, stream []byte, size int) []Event {
	t.Helper()
	var events []Event
	d, err := New(Options{Table: table, Terminal: terminal, Results: true, Emit: func(e Event) { events = append(events, e) }})
	if err != nil {
		t.Fatal(err)
	}
	chunk := make([]byte, 0, size)
	for part := range slices.Chunk(stream, size) {
		chunk = append(chunk[:0], part...)
		if n, err := d.Write(chunk); n != len(chunk) || err != nil {
			t.Fatalf("Write = %d, %v", n, err)
		}
		for i := range chunk {
			chunk[i] = '#'
		}
	}
	d.Close()
	return events
}

// summary says what the golden files hold of a capture: its counts, and the lines that prove another request.
func summary(t testing.TB, table *Table, terminal bool, stream []byte) string {
	t.Helper()
	var count [End + 1]int
	var sub, subTools int
	var boundaries []string
	line, fresh := 0, false
	d, err := New(Options{Table: table, Terminal: terminal, Emit: func(e Event) {
		switch {
		case e.Sub && e.Kind == Turn:
			sub++
		case e.Sub && e.Kind == ToolCall:
			subTools++
		case e.Sub:
		case e.Kind == More && fresh:
			boundaries = append(boundaries, fmt.Sprint(line))
			fresh = false
		default:
			count[e.Kind]++
			fresh = fresh || e.Kind == Turn
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	for part := range bytes.Lines(stream) {
		line++
		_, _ = d.Write(part)
	}
	d.Close()
	return fmt.Sprintf("turns %d  tools %d  sub %d+%d  prompts %d  boundaries %s",
		count[Turn]-count[Void], count[ToolCall], sub, subTools, count[Prompt], strings.Join(boundaries, ","))
}

// capture is a stream in testdata.
type capture struct {
	file     string
	stream   []byte
	terminal bool // it came from a terminal
}

// captures returns the streams in a directory of testdata.
func captures(t testing.TB, dir string) (all []capture) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", dir, len(files), err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".golden") {
			continue
		}
		stream, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, capture{file, stream, !strings.HasSuffix(file, ".jsonl") || strings.Contains(file, ".pty.")})
	}
	return all
}

// versions returns the directories of an agent in a part of testdata.
func versions(t testing.TB, part string, table *Table) []string {
	t.Helper()
	dirs, err := filepath.Glob(filepath.Join("testdata", part, table.Name, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}

// TestCapturesCountRight replays what real agents printed. The numbers in the golden files were checked against what
// the model server had answered when the captures were made. What is in a directory named documented is written by
// hand, from the agent's documents.
func TestCapturesCountRight(t *testing.T) {
	for _, table := range Tables() {
		dirs := versions(t, "", table)
		if len(dirs) == 0 && table != &generic {
			t.Errorf("%s: no captures", table.Name)
		}
		for _, dir := range dirs {
			t.Run(dir, func(t *testing.T) {
				var got strings.Builder
				for _, c := range captures(t, dir) {
					name := filepath.Base(c.file)
					fmt.Fprintf(&got, "%-34s %s\n", name, summary(t, table, c.terminal, c.stream))
					checkSplits(t, name, table, c.terminal, c.stream)
				}
				golden(t, filepath.Join(dir, "counts.golden"), got.String())
			})
		}
	}
}

// TestEveryCaptureIsTakenForItsOwnAgents tells the exceptions, where nothing says whose a stream is.
func TestEveryCaptureIsTakenForItsOwnAgents(t *testing.T) {
	for _, table := range Tables() {
		for _, dir := range versions(t, "", table) {
			for _, c := range captures(t, dir) {
				want := table
				switch name := filepath.Base(c.file); {
				case table == &kilo:
					want = &opencode // whose lines it prints
				case table == &pi && strings.Contains(name, "-rpc-"):
					want = &generic // which reads pi's lines
				case table == &droid, name == "16_json.jsonl":
					want = nil
				}
				if got := sniffed(t, c.terminal, c.stream); got != want {
					t.Errorf("%s is taken for %v, want %v", c.file, got, want)
				}
			}
		}
	}
}

// sniffed returns the table that a stream of unknown origin is read by.
func sniffed(t testing.TB, terminal bool, stream []byte) *Table {
	t.Helper()
	d, err := New(Options{Terminal: terminal, Emit: func(Event) {}})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = d.Write(stream)
	d.Close()
	return d.Table()
}

// checkSplits checks that neither the chunks nor the line ends nor how the agent was named matter to the events.
func checkSplits(t *testing.T, name string, table *Table, terminal bool, stream []byte) {
	t.Helper()
	want := readAll(t, table, terminal, stream, len(stream))
	for _, size := range []int{1, 7, 4095, 65536} {
		if diff := cmp.Diff(want, readAll(t, table, terminal, stream, size)); diff != "" {
			t.Errorf("%s in chunks of %d (-whole +chunks):\n%s", name, size, diff)
		}
	}
	crlf := bytes.ReplaceAll(bytes.ReplaceAll(stream, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	if diff := cmp.Diff(want, readAll(t, table, terminal, crlf, 1000)); diff != "" {
		t.Errorf("%s with CRLF (-LF +CRLF):\n%s", name, diff)
	}
	if sniffed(t, terminal, stream) == table {
		if diff := cmp.Diff(want, readAll(t, nil, terminal, stream, 999)); diff != "" {
			t.Errorf("%s with the agent sniffed (-named +sniffed):\n%s", name, diff)
		}
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got, -update writes it anew):\n%s", file, diff)
	}
}
