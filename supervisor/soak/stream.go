package main

import (
	"context"
	"fmt"
	"time"
)

// stream pours gigabytes through turnguard, by pipes and by a terminal. A terminal changes line ends and has titles in
// it, so there only the amount is looked at.
func stream(ctx context.Context, r *rig) ([]row, error) {
	block := makeBlock()
	var rows []row
	for _, way := range []struct {
		name     string
		terminal bool
		size     int // MiB
		rate     float64
	}{{"pipes", false, r.stream, r.pipe}, {"a terminal", true, r.streamOnTerminal, r.terminal}} {
		l := launch{terminal: way.terminal, flags: []string{"--max-turns", "unlimited"}}
		blocks := max(way.size<<20/len(block), 1)
		l.agent = []string{"stream", fmt.Sprint(blocks)}
		if !way.terminal {
			l.check = same(block, blocks)
		}
		made, err := r.pour(ctx, l, int64(blocks*len(block)), way.rate)
		made.drill, made.amount = "stream", fmt.Sprintf("%d MiB through %s", blocks*len(block)>>20, way.name)
		if err != nil {
			return rows, fmt.Errorf("%s: %w", made.amount, err)
		}
		rows = append(rows, made)
	}
	return rows, nil
}

func (r *rig) pour(ctx context.Context, l launch, size int64, rate float64) (made row, err error) {
	run, err := r.start(l)
	if err != nil {
		return made, err
	}
	defer run.close()
	if err := run.waitMark(ctx, patience+time.Duration(size>>20)*time.Second, 1); err != nil {
		return made, err
	}
	got := run.out.rate()
	used, err := useOf(run.pid())
	if err != nil {
		return made, err
	}
	if err := run.send("\n"); err != nil {
		return made, err
	}
	if _, err := run.finish(ctx); err != nil {
		return made, err
	}
	made.figures = fmt.Sprintf("%.0f MiB/s; memory at most %.1f MiB", got, mebi(used.peak))
	made.limit = fmt.Sprintf(">= %.0f MiB/s; < %d MiB", rate, r.peak)
	made.want(run.out.err() == nil, "%v", run.out.err())
	made.want(run.out.seen() >= size, "%d bytes of %d came through", run.out.seen(), size)
	made.want(got >= rate, "only %.1f MiB came through in a second", got)
	made.want(used.peak < r.peak<<10, "%d KiB of memory were taken", used.peak)
	return made, nil
}
