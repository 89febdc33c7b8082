package main

import "time"

// size says how much the drills do.
type size struct {
	turns, turnsOnTerminal   int
	stream, streamOnTerminal int // MiB
	cycles, questions        int
	crowd, crowds            int // processes, and how often they are stopped
	points, repeats          int // moments of a run at which something is killed, and how often at each
}

var (
	quick = size{
		turns: 300_000, turnsOnTerminal: 50_000, stream: 1 << 10, streamOnTerminal: 64,
		cycles: 300, questions: 5, crowd: 500, crowds: 2, points: 14, repeats: 1,
	}
	full = size{
		turns: 1_000_000, turnsOnTerminal: 100_000, stream: 10 << 10, streamOnTerminal: 1 << 10,
		cycles: 10_000, questions: 200, crowd: 500, crowds: 20, points: 42, repeats: 50,
	}
)

// promise is what the figures must keep to.
type promise struct {
	growth, peak      int           // MiB of memory that a long run adds, and that a fast one takes
	pipe, terminal    float64       // MiB per second, at least
	meanCycle, cycle  time.Duration // a pause and its end, on average and at worst
	standstill, death time.Duration // of all processes, after a limit and after a crash
}

var promised = promise{
	growth: 5, peak: 64, pipe: 100, terminal: 20,
	meanCycle: 50 * time.Millisecond, cycle: time.Second,
	standstill: time.Second, death: 2 * time.Second,
}
