package bench

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// stamper is the word by which the test binary plays an agent that reaches its limit and computes on.
const stamper = "stamp-the-time"

// stamp prints the line of a boundary and from then on writes the time into a file that outlives it, as fast as it can:
// the difference between the first stamp, taken before the line, and the last says how long it ran on.
func stamp(file string) {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		panic(err)
	}
	stamps, err := unix.Mmap(int(f.Fd()), 0, 16, unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		panic(err)
	}
	fmt.Println(`{"type":"turn_start"}`)
	binary.NativeEndian.PutUint64(stamps, now())
	_, _ = os.Stdout.WriteString("{\"type\":\"turn_start\"}\n")
	for {
		binary.NativeEndian.PutUint64(stamps[8:], now())
	}
}

func now() uint64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &t); err != nil {
		panic(err)
	}
	return uint64(t.Nano())
}

// BenchmarkStop measures how long an agent that never pauses runs on after the line that ends its grant.
func BenchmarkStop(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	turnguard := build(b)
	for _, mode := range []string{"never", "always"} {
		b.Run("pty="+mode, func(b *testing.B) {
			file := filepath.Join(b.TempDir(), "stamps")
			var took []float64
			for b.Loop() {
				if err := os.WriteFile(file, make([]byte, 16), 0o600); err != nil {
					b.Fatal(err)
				}
				_ = command([]string{turnguard, "-n", "1", "--pty", mode, "--agent", "generic", "--", self, stamper, file}).Run()
				stamps, err := os.ReadFile(file)
				if err != nil {
					b.Fatal(err)
				}
				first, last := binary.NativeEndian.Uint64(stamps), binary.NativeEndian.Uint64(stamps[8:])
				if first == 0 {
					b.Fatal("the agent was stopped before its limit")
				}
				took = append(took, float64(max(last, first)-first)/1000)
			}
			slices.Sort(took)
			for _, p := range []int{50, 90, 99} {
				b.ReportMetric(took[len(took)*p/100], fmt.Sprintf("p%d-us", p))
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}
