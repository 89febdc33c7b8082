// Package bench measures turnguard as a user feels it, beside the programs that do a part of its work: timeout, script
// and cat. Absolute figures say little on a shared machine, so the runs of all are interleaved and medians reported.
//
//	go test -run XXX -bench . ./supervisor/bench
package bench

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == stamper {
		stamp(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// build builds the program as a release is built.
func build(b *testing.B) (turnguard string) {
	b.Helper()
	turnguard = filepath.Join(b.TempDir(), "turnguard")
	out, err := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", turnguard, "../..").CombinedOutput()
	if err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return turnguard
}

// contender is a program that is measured, by the name that its figure gets.
type contender struct {
	name string
	argv []string
}

// race runs each contender once per round and reports the median of what run returns for each.
func race(b *testing.B, unit string, contenders []contender, run func(argv []string) float64) {
	b.Helper()
	took := make([][]float64, len(contenders))
	for b.Loop() {
		for i, c := range contenders {
			took[i] = append(took[i], run(c.argv))
		}
	}
	for i, c := range contenders {
		slices.Sort(took[i])
		b.ReportMetric(took[i][len(took[i])/2], c.name+"-"+unit)
	}
	b.ReportMetric(0, "ns/op") // the sum of all says nothing
}

// command is argv away from any terminal.
func command(argv []string) *exec.Cmd {
	c := exec.Command(argv[0], argv[1:]...)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return c
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func BenchmarkStart(b *testing.B) {
	race(b, "ms", []contender{
		{"turnguard", []string{build(b), "--", "true"}},
		{"timeout", []string{"timeout", "60", "true"}},
		{"script", []string{"script", "-qec", "true", "/dev/null"}},
	}, func(argv []string) float64 {
		began := time.Now()
		if err := command(argv).Run(); err != nil {
			b.Fatal(err)
		}
		return milliseconds(time.Since(began))
	})
}

// stream writes some lines of JSON, most of which do not matter, and returns the file's name and size.
func stream(b *testing.B, size int) (string, int) {
	b.Helper()
	line := []byte(`{"type":"message_update","delta":"` + string(bytes.Repeat([]byte("x"), 900)) + "\"}\n")
	text := append([]byte("{\"type\":\"agent_start\"}\n"), bytes.Repeat(line, size/len(line))...)
	file := filepath.Join(b.TempDir(), "stream")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		b.Fatal(err)
	}
	return file, len(text)
}

func BenchmarkPipe(b *testing.B) {
	file, size := stream(b, 256<<20)
	race(b, "MiB/s", []contender{
		{"turnguard", []string{build(b), "--agent", "generic", "--", "cat", file}},
		{"cat", []string{"sh", "-c", "cat " + file + " | cat"}},
	}, func(argv []string) float64 {
		c := command(argv)
		out, err := c.StdoutPipe()
		if err != nil {
			b.Fatal(err)
		}
		began := time.Now()
		if err := c.Start(); err != nil {
			b.Fatal(err)
		}
		return throughput(b, out, size, began, c.Wait)
	})
}

func BenchmarkTerminal(b *testing.B) {
	file, size := stream(b, 32<<20)
	race(b, "MiB/s", []contender{
		{"turnguard", []string{build(b), "--agent", "generic", "--", "cat", file}},
		{"script", []string{"script", "-qfec", "cat " + file, "/dev/null"}},
	}, func(argv []string) float64 {
		began := time.Now()
		c := exec.Command(argv[0], argv[1:]...)
		c.Env = append(os.Environ(), "TERM=xterm-256color")
		tty, err := pty.Start(c)
		if err != nil {
			b.Fatal(err)
		}
		defer tty.Close()
		return throughput(b, tty, size, began, c.Wait)
	})
}

// throughput reads a started program's output to its end, in MiB per second.
func throughput(b *testing.B, out io.Reader, size int, began time.Time, wait func() error) float64 {
	b.Helper()
	n, _ := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{out}, make([]byte, 64<<10))
	if err := wait(); err != nil || n < int64(size) {
		b.Fatalf("%d bytes of %d came through: %v", n, size, err)
	}
	return float64(n) / (1 << 20) / time.Since(began).Seconds()
}
