package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// rig is what the drills work with.
type rig struct {
	size
	promise
	seed      uint64
	turnguard string // the program under test
	self      string // this program, which plays the agents
	dir       string // for all files
	token     string // in the environment of all that is started here
	runs      int
}

// newRig builds turnguard, unless there is one to be tested.
func newRig(ctx context.Context, turnguard string) (*rig, error) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		return nil, fmt.Errorf("looking at processes, as Linux shows them: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding the agents: %w", err)
	}
	dir, err := os.MkdirTemp("", "soak")
	if err != nil {
		return nil, fmt.Errorf("making a place for files: %w", err)
	}
	r := &rig{self: self, dir: dir, token: fmt.Sprintf("TURNGUARD_SOAK=%d.%d.", os.Getpid(), time.Now().UnixNano())}
	if turnguard == "" {
		r.turnguard, err = r.build(ctx)
	} else {
		r.turnguard, err = filepath.Abs(turnguard)
	}
	if err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// build builds turnguard as a release is built.
func (r *rig) build(ctx context.Context) (string, error) {
	program := filepath.Join(r.dir, "turnguard")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", program,
		"github.com/turnguard/turnguard")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building turnguard: %w\n%s", err, out)
	}
	return program, nil
}

// note tells whoever waits what is going on.
func (r *rig) note(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "soak: "+format+"\n", args...)
}

// close ends all that was started and is still there, and removes the files.
func (r *rig) close() {
	end(func() []int { return bearers(r.token) })
	_ = os.RemoveAll(r.dir)
}

// end kills processes until none is left, for at most 10 seconds.
func end(left func() []int) {
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		pids := left()
		if len(pids) == 0 {
			return
		}
		for _, pid := range pids {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// waitFor waits until something is so.
func waitFor(ctx context.Context, within time.Duration, what string, is func() bool) error {
	ctx, cancel := context.WithTimeoutCause(ctx, within, fmt.Errorf("waited %v for %s", within, what))
	defer cancel()
	for !is() {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(time.Millisecond):
		}
	}
	return nil
}
