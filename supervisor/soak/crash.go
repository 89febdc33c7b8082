package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// point is a moment of a run at which one of turnguard's two processes is killed.
type point struct {
	phase
	guard bool // it is the guard process that is killed, else the one that the person has started
	delay time.Duration
}

func (p point) victim() string {
	if p.guard {
		return "the guard process"
	}
	return "turnguard"
}

// crash kills one of turnguard's processes at random points of a run. The report has a line for each stretch of it.
func crash(ctx context.Context, r *rig) ([]row, error) {
	r.note("crash: -seed %d", r.seed)
	random := rand.New(rand.NewPCG(r.seed, 0))
	tallies := make([]tally, min(r.points, 2*len(phases)))
	for i := range r.points {
		t := &tallies[i%len(tallies)]
		t.point = point{phase: phases[i%len(tallies)/2], guard: i%2 == 1}
		t.delay = time.Duration(random.Int64N(int64(t.lasts)))
		for repeat := range r.repeats {
			kind := kinds[(i+repeat)%len(kinds)]
			faults := r.crash(ctx, t, kind)
			if ctx.Err() != nil {
				return r.tallied(tallies[:min(i, len(tallies))]), context.Cause(ctx)
			}
			for _, fault := range faults {
				fault = fmt.Sprintf("after %v, with a %s tool: %s", t.delay, kind, fault)
				r.note("crash: %s %s: %s", t.victim(), t.name, fault)
				t.faults = append(t.faults, fault)
			}
		}
	}
	return r.tallied(tallies), nil
}

func (r *rig) tallied(tallies []tally) (rows []row) {
	for _, t := range tallies {
		rows = append(rows, row{
			drill: "crash", amount: fmt.Sprintf("kill %s %s x %d", t.victim(), t.name, t.tries), faults: t.faults,
			figures: fmt.Sprintf("%d hit; the rest over in %v; faults %d", len(t.took), t.took, len(t.faults)),
			limit:   fmt.Sprintf("< %v; none", r.death),
		})
	}
	return rows
}

// tally is what came of killing in one stretch of a run.
type tally struct {
	point  // the last one
	tries  int
	took   timings // until all were dead, where the victim had not ended by itself before
	faults []string
}

// crash kills once, and returns what was not as it should be afterwards.
func (r *rig) crash(ctx context.Context, t *tally, kind string) []string {
	t.tries++
	run, err := r.start(launch{
		terminal: true, held: true, flags: []string{"--max-turns", "1", "--kill-after", killAfter.String()},
		agent: []string{"prey", kind, "ticks"},
	})
	if err != nil {
		return []string{err.Error()}
	}
	defer run.close()
	c := &chase{run: run}
	if err := t.reach(ctx, c); err != nil {
		return []string{err.Error()}
	}
	time.Sleep(t.delay)
	var made row
	victim := c.turnguard
	if t.guard {
		victim = c.guard(ctx)
		made.want(victim != 0 || !alive(c.turnguard), "turnguard has no guard process")
	}
	ticks, killed := c.ticks(), time.Now()
	hit := victim != 0 && alive(victim) && syscall.Kill(victim, syscall.SIGKILL) == nil
	err = waitFor(ctx, r.death, "", c.over)
	if hit {
		t.took = append(t.took, time.Since(killed))
	}
	if left := strings.Join(c.left(), ", "); err != nil {
		made.want(false, "still alive after %v: %s", r.death, left)
	} else {
		status := c.cmd.ProcessState
		made.want(left == "", "out of reach: %s", left)
		made.want(!hit || !t.guard || t.ending || status.ExitCode() == 125, "turnguard has ended with %v, want 125", status)
	}
	made.want(c.restored(), "the terminal is not as it was")
	more := c.ticks() - ticks
	// The kernel wakes a stopped process group when the death of its leader's parent orphans it.
	made.want(!t.frozen || t.guard || more == 0, "the frozen agent went on: %d ticks", more)
	return made.faults
}

// guard returns turnguard's guard process, which may be about to be started; or 0.
func (c *chase) guard(ctx context.Context) (pid int) {
	_ = waitFor(ctx, time.Second, "", func() bool {
		pid = guardOf(c.turnguard)
		return pid != 0 || !alive(c.turnguard)
	})
	return pid
}

// ticks is how often the agent and its tool have ticked.
func (c *chase) ticks() int64 {
	info, err := os.Stat(c.file("ticks"))
	if err != nil {
		return 0 // not yet
	}
	return info.Size()
}

// left names the processes that live, but for the holder.
func (c *chase) left() (names []string) {
	pids := append(tree.Below(c.pid()), bearers(c.token)...)
	slices.Sort(pids)
	for _, pid := range slices.Compact(pids) {
		if pid != c.pid() && alive(pid) {
			words := strings.ReplaceAll(commandLine(pid), "\x00", " ")
			names = append(names, fmt.Sprintf("%d (%.60q, %c)", pid, words, state(pid)))
		}
	}
	return names
}
