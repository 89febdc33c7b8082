package detect

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// BenchmarkDetect reads streams in pieces as large as a pipe gives them.
func BenchmarkDetect(b *testing.B) {
	for name, table := range map[string]*Table{"pi/1.5.2": &pi, "claude/2.1.329": &claude} {
		files, err := filepath.Glob(filepath.Join("testdata", name, "*.jsonl"))
		if err != nil {
			b.Fatal(err)
		}
		var all []byte
		for _, file := range files {
			stream, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			all = append(all, stream...)
		}
		bench(b, name, table, all)
	}
	bench(b, "short lines", &pi, bytes.Repeat([]byte(`{"type":"message_update","delta":"`+string(bytes.Repeat([]byte("x"), 62))+"\"}\n"), 50_000))
	bench(b, "nobody's lines", nil, bytes.Repeat([]byte(`{"type":"message","delta":"`+string(bytes.Repeat([]byte("x"), 62))+"\"}\n"), 50_000))
	bench(b, "type not first", &pi, bytes.Repeat([]byte(`{"delta":"`+string(bytes.Repeat([]byte("x"), 240))+"\",\"n\":1,\"type\":\"message_update\"}\n"), 20_000))
	bench(b, "one line of 8 MB", &pi, slices.Concat([]byte(`{"type":"message_end","text":"`), bytes.Repeat([]byte("x"), 8<<20), []byte("\"}\n")))
	bench(b, "one line of 8 MB of no interest", &pi, slices.Concat([]byte(`{"type":"message_update","text":"`), bytes.Repeat([]byte("x"), 8<<20), []byte("\"}\n")))
}

func bench(b *testing.B, name string, table *Table, stream []byte) {
	b.Helper()
	b.Run(name, func(b *testing.B) {
		events := 0
		d, err := New(Options{Table: table, Emit: func(Event) { events++ }})
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(stream)))
		b.ReportAllocs()
		for b.Loop() {
			for part := range slices.Chunk(stream, 64<<10) {
				_, _ = d.Write(part)
			}
		}
	})
}
