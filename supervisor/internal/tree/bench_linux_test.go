package tree

import "testing"

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

func BenchmarkFreezeAndContinue11(b *testing.B) {
	s := perform(b, 1, actor{Slot: 1, Sleepers: 10}.command())
	b.ReportAllocs()
	for b.Loop() {
		s.freeze()
		if n := len(s.members); n != 11 {
			b.Fatalf("%d processes, want 11", n)
		}
		s.resume()
	}
}

func BenchmarkHold11(b *testing.B) {
	s := perform(b, 1, actor{Slot: 1, Sleepers: 10}.command())
	s.freeze()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Hold(); err != nil {
			b.Fatal(err)
		}
	}
}
