package main

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestPercentiles(t *testing.T) {
	t.Parallel()
	hundred := make(timings, 100)
	for i := range hundred {
		hundred[i] = time.Duration(100 - i) // in no order that helps
	}
	for _, tt := range []struct {
		times timings
		p     int
		want  time.Duration
	}{
		{nil, 50, 0},
		{timings{7}, 0, 7},
		{timings{7}, 99, 7},
		{timings{3, 1, 2}, 50, 2},
		{timings{3, 1, 2}, 67, 3},
		{timings{4, 1, 2, 3}, 50, 2},
		{hundred, 1, 1},
		{hundred, 99, 99},
		{hundred, 100, 100},
	} {
		if got := tt.times.percentile(tt.p); got != tt.want {
			t.Errorf("percentile %d of %v is %d, want %d", tt.p, []time.Duration(tt.times), got, tt.want)
		}
	}
	if got := hundred.mean(); got != 50 {
		t.Errorf("the mean is %d, want 50", got)
	}
	if got := (timings{}).mean(); got != 0 {
		t.Errorf("the mean of nothing is %d, want 0", got)
	}
}

func TestTheReportIsATableWithTheFaultsBelow(t *testing.T) {
	t.Parallel()
	bad := row{drill: "stream", amount: "10 MiB", figures: "1 MiB/s", limit: ">= 2 MiB/s"}
	for i := range maxFaults + 2 {
		bad.want(false, "fault %d", i)
		bad.want(true, "no fault")
	}
	var text strings.Builder
	if report(&text, []row{{drill: "big", amount: "9 processes", figures: "1s", limit: "< 2s"}, bad}) {
		t.Error("all is well with a fault")
	}
	want := "DRILL   AMOUNT       FIGURES  LIMIT       \n" +
		"big     9 processes  1s       < 2s        ok\n" +
		"stream  10 MiB       1 MiB/s  >= 2 MiB/s  FAILED\n"
	for i := range maxFaults {
		want += fmt.Sprintf("stream, 10 MiB: fault %d\n", i)
	}
	want += "stream, 10 MiB: and 2 more\n"
	if got := text.String(); got != want {
		t.Errorf("the report is\n%s\nwant\n%s", got, want)
	}
}

func TestTheReportOfNoFaultIsWell(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	if !report(&text, []row{{drill: "big"}}) {
		t.Errorf("not all is well:\n%s", text.String())
	}
}
