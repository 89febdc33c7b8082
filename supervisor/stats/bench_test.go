package stats

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkRead reads 100 MB of sessions, in many files and in one.
func BenchmarkRead(b *testing.B) {
	const size = 100 << 20
	for _, bench := range []struct{ name, capture, file string }{
		{"pi", "pi/1.5.2/tui_steer_abort.jsonl", ".pi/agent/sessions/--p--/%d.jsonl"},
		{"claude", "claude/2.1.329/tui_commands_compact.jsonl", ".claude/projects/-p/%d.jsonl"},
	} {
		capture, err := os.ReadFile(filepath.Join("../../detect/testdata/log", bench.capture))
		if err != nil {
			b.Fatal(err)
		}
		for _, files := range []int{1, 1000} {
			b.Run(fmt.Sprintf("%s/%d files", bench.name, files), func(b *testing.B) {
				dir := b.TempDir()
				session := bytes.Repeat(capture, size/files/len(capture))
				for i := range files {
					path := filepath.Join(dir, fmt.Sprintf(bench.file, i))
					if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
						b.Fatal(err)
					}
					if err := os.WriteFile(path, session, 0o600); err != nil {
						b.Fatal(err)
					}
				}
				getenv := func(name string) string {
					if name == "HOME" {
						return dir
					}
					return ""
				}
				b.SetBytes(int64(len(session) * files))
				b.ReportAllocs()
				for b.Loop() {
					sessions, errs := Read(getenv, nil)
					if len(sessions) != files || errs != nil {
						b.Fatal(len(sessions), errs)
					}
					Summarize(sessions)
				}
			})
		}
	}
}
