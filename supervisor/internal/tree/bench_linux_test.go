package tree

import (
	"fmt"
	"testing"
)

func BenchmarkScan(b *testing.B) {
	var table []process
	var err error
	b.ReportAllocs()
	for b.Loop() {
		if table, err = scan(table[:0]); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(table)), "processes")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(table)), "ns/process")
}

func BenchmarkFreezeAndContinue(b *testing.B) {
	for _, size := range []int{11, 101, 501} {
		b.Run(fmt.Sprintf("%d processes", size), func(b *testing.B) {
			s := perform(b, 1, actor{Slot: 1, Sleepers: size - 1}.command())
			b.ReportAllocs()
			for b.Loop() {
				s.freeze()
				if n := len(s.members); n != size {
					b.Fatalf("%d processes are frozen, want %d", n, size)
				}
				s.resume()
			}
		})
	}
}

func BenchmarkHold(b *testing.B) {
	s := perform(b, 1, actor{Slot: 1, Sleepers: 10}.command())
	s.freeze()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Hold(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStrike(b *testing.B) {
	s := perform(b, 1, actor{Slot: 1}.command())
	b.ReportAllocs()
	for b.Loop() {
		s.struck = false
		s.Strike()
	}
}
