package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"
)

// row is a line of the report: what was done, what came of it, and what is promised.
type row struct {
	drill, amount, figures, limit string
	faults                        []string // what was not as promised; none: all is well
}

// want takes a fault unless something holds.
func (r *row) want(holds bool, format string, args ...any) {
	if !holds {
		r.faults = append(r.faults, fmt.Sprintf(format, args...))
	}
}

// maxFaults is how many faults of a row are spelt out.
const maxFaults = 10

// report prints the table, and below it what was wrong. It reports whether nothing was.
func report(w io.Writer, rows []row) bool {
	ok := true
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "DRILL\tAMOUNT\tFIGURES\tLIMIT\t")
	for _, r := range rows {
		verdict := "ok"
		if len(r.faults) > 0 {
			verdict, ok = "FAILED", false
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", r.drill, r.amount, r.figures, r.limit, verdict)
	}
	_ = table.Flush()
	for _, r := range rows {
		for _, fault := range r.faults[:min(len(r.faults), maxFaults)] {
			fmt.Fprintf(w, "%s, %s: %s\n", r.drill, r.amount, fault)
		}
		if more := len(r.faults) - maxFaults; more > 0 {
			fmt.Fprintf(w, "%s, %s: and %d more\n", r.drill, r.amount, more)
		}
	}
	return ok
}

// timings are durations of the same thing, measured again and again.
type timings []time.Duration

func (t timings) mean() time.Duration {
	if len(t) == 0 {
		return 0
	}
	var sum time.Duration
	for _, d := range t {
		sum += d
	}
	return sum / time.Duration(len(t))
}

// percentile returns the shortest time that at least p percent of all do not exceed; 0 if there are none.
func (t timings) percentile(p int) time.Duration {
	if len(t) == 0 {
		return 0
	}
	rank := (len(t)*p + 99) / 100
	return slices.Sorted(slices.Values(t))[max(rank, 1)-1]
}

func (t timings) String() string {
	if len(t) == 0 {
		return "no time"
	}
	round := func(d time.Duration) time.Duration { return d.Round(100 * time.Microsecond) }
	return fmt.Sprintf("mean %v, p99 %v, max %v", round(t.mean()), round(t.percentile(99)), round(t.percentile(100)))
}
