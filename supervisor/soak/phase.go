package main

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"time"

	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// phase is a stretch of a run. All of it is played with a limit of one turn, by a prey.
type phase struct {
	name   string
	reach  func(context.Context, *chase) error
	lasts  time.Duration // what is killed is killed by then
	frozen bool          // the agent stands still all the while
	ending bool          // so that the run may be over by itself
}

// turnTime is how long the prey's first turn takes. When it is over the limit is reached.
const turnTime = 60 * time.Millisecond

// killAfter is what the prey is granted when it is told to end.
const killAfter = 300 * time.Millisecond

var phases = []phase{
	{name: "while it starts", reach: reachStart, lasts: 60 * time.Millisecond},
	{name: "while the agent runs", reach: reachRunning, lasts: turnTime},
	{name: "while the agent is frozen", reach: reachLimit, lasts: 40 * time.Millisecond},
	{name: "while it asks", reach: reachQuestion, lasts: 600 * time.Millisecond, frozen: true},
	{name: "after a yes", reach: reachYes, lasts: 100 * time.Millisecond},
	{name: "after a no", reach: reachNo, lasts: 10 * time.Millisecond, ending: true},
	{name: "after a SIGTERM", reach: reachEnd, lasts: turnTime, ending: true},
}

// chase is a run that is about to be killed.
type chase struct {
	*run
	turnguard int // its process, which is not ours but the holder's
}

func reachStart(ctx context.Context, c *chase) error {
	return c.wait(ctx, patience, "turnguard's start", func() bool {
		for _, pid := range tree.Below(c.pid()) { // not just any: to start one process Go may start two
			if strings.HasPrefix(commandLine(pid), c.program+"\x00") {
				c.turnguard = pid
				return true
			}
		}
		return false
	})
}

func reachRunning(ctx context.Context, c *chase) error {
	if err := reachStart(ctx, c); err != nil {
		return err
	}
	return c.wait(ctx, patience, "the first turn", func() bool { return c.out.has("turn_start", 0) })
}

// reachLimit stops short of it.
func reachLimit(ctx context.Context, c *chase) error {
	if err := reachRunning(ctx, c); err != nil {
		return err
	}
	time.Sleep(turnTime - 10*time.Millisecond)
	return nil
}

func reachQuestion(ctx context.Context, c *chase) error {
	if err := reachRunning(ctx, c); err != nil {
		return err
	}
	return c.wait(ctx, patience, "the question", func() bool { return c.out.has("Continue?", 0) })
}

func reachYes(ctx context.Context, c *chase) error { return answer(ctx, c, "y", "> yes") }

func reachNo(ctx context.Context, c *chase) error { return answer(ctx, c, "n", "> no") }

func answer(ctx context.Context, c *chase, key, selected string) error {
	if err := reachQuestion(ctx, c); err != nil {
		return err
	}
	if err := c.choose(ctx, key, selected); err != nil {
		return err
	}
	return c.send("\r")
}

func reachEnd(ctx context.Context, c *chase) error {
	if err := reachRunning(ctx, c); err != nil {
		return err
	}
	if err := syscall.Kill(c.turnguard, syscall.SIGTERM); err != nil {
		return fmt.Errorf("telling turnguard to end: %w", err)
	}
	return nil
}
