package main

import (
	"context"
	"fmt"
	"time"
)

// big has a tree of many processes reach its limit.
func big(ctx context.Context, r *rig) ([]row, error) {
	made := row{drill: "big", amount: fmt.Sprintf("%d x %d processes", r.crowds, r.crowd)}
	var took timings
	for range r.crowds {
		d, err := r.stopCrowd(ctx)
		if err != nil {
			return nil, err
		}
		took = append(took, d)
	}
	made.figures = fmt.Sprintf("all stopped in %v", took)
	made.limit = fmt.Sprintf("max < %v", r.standstill)
	made.want(took.percentile(100) < r.standstill, "it took %v until all were stopped", took.percentile(100))
	return []row{made}, nil
}

// stopCrowd returns how long it takes from the line that lets an agent reach its limit until all its processes are seen
// stopped.
func (r *rig) stopCrowd(ctx context.Context) (time.Duration, error) {
	run, err := r.start(launch{
		terminal: true, flags: []string{"--max-turns", "1"}, agent: []string{"crowd", fmt.Sprint(r.crowd)},
	})
	if err != nil {
		return 0, err
	}
	defer run.close()
	if err := run.waitMark(ctx, patience, 1); err != nil {
		return 0, err
	}
	pids := run.agents()
	if len(pids) != r.crowd {
		return 0, fmt.Errorf("the agent has made %d processes, want %d", len(pids), r.crowd)
	}
	began := time.Now()
	if err := run.send("\r"); err != nil {
		return 0, err
	}
	err = run.wait(ctx, patience, "all processes stopped", func() bool {
		pids = running(pids)
		return len(pids) == 0
	})
	return time.Since(began), err
}
