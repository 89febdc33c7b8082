package main

import (
	"context"
	"fmt"
	"time"
)

// turns has one agent take turn after turn, on pipes and on a terminal.
func turns(ctx context.Context, r *rig) ([]row, error) {
	var rows []row
	for _, way := range []struct {
		name     string
		terminal bool
		turns    int
	}{{"pipes", false, r.turns}, {"a terminal", true, r.turnsOnTerminal}} {
		made, err := r.takeTurns(ctx, way.terminal, way.turns)
		made.drill, made.amount = "turns", fmt.Sprintf("%d turns on %s", way.turns, way.name)
		if err != nil {
			return rows, fmt.Errorf("%s: %w", made.amount, err)
		}
		rows = append(rows, made)
	}
	return rows, nil
}

func (r *rig) takeTurns(ctx context.Context, terminal bool, turns int) (made row, err error) {
	began := time.Now()
	run, err := r.start(launch{
		terminal: terminal,
		flags:    []string{"--max-turns", "unlimited"},
		agent:    []string{"turns", fmt.Sprint(turns)},
	})
	if err != nil {
		return made, err
	}
	defer run.close()
	var at [2]use // after a tenth, when all that is made once is made; and after the last turn
	for i := range at {
		// At a hundredth of the speed that it has, it is given up.
		if err := run.waitMark(ctx, patience+time.Duration(turns)*time.Millisecond, i+1); err != nil {
			return made, err
		}
		if at[i], err = useOf(run.pid()); err != nil {
			return made, err
		}
		if err := run.send("\n"); err != nil {
			return made, err
		}
	}
	counted, err := run.finish(ctx)
	if err != nil {
		return made, err
	}
	warm, end := at[0], at[1]
	made.figures = fmt.Sprintf("%d counted in %v; memory %+.1f MiB; fds %d, then %d; threads %d, then %d",
		counted, time.Since(began).Round(100*time.Millisecond), mebi(end.anonymous-warm.anonymous),
		warm.fds, end.fds, warm.threads, end.threads)
	made.limit = fmt.Sprintf("all; < %d MiB; equal; any", r.growth)
	made.want(counted == turns, "%d turns were counted of %d", counted, turns)
	made.want(end.anonymous-warm.anonymous < r.growth<<10, "memory has grown from %d to %d KiB", warm.anonymous, end.anonymous)
	made.want(end.fds == warm.fds, "file descriptors have come to %d from %d", end.fds, warm.fds)
	return made, nil
}

func mebi(kibi int) float64 { return float64(kibi) / 1024 }
