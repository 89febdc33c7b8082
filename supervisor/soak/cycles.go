package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// cycles pauses and continues an agent with ten tools.
func cycles(ctx context.Context, r *rig) ([]row, error) {
	direct, err := r.cycleDirectly(ctx)
	if err != nil {
		return nil, err
	}
	asked, err := r.cycleByQuestion(ctx)
	if err != nil {
		return []row{direct}, err
	}
	return []row{direct, asked}, nil
}

// cycleDirectly uses package tree as turnguard does, without the second that a question takes.
func (r *rig) cycleDirectly(ctx context.Context) (made row, err error) {
	agent := exec.Command(r.self, agentWord, "family")
	agent.Env = append(os.Environ(), r.token)
	agent.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, err := agent.StdoutPipe()
	if err == nil {
		err = agent.Start()
	}
	if err != nil {
		return made, fmt.Errorf("starting an agent: %w", err)
	}
	t := tree.New(agent.Process.Pid, 0)
	defer func() {
		_, _ = t.Kill(patience)
		_ = agent.Wait()
	}()
	lines := bufio.NewScanner(out)
	lines.Scan() // the mark
	go func() {
		for lines.Scan() { // a full pipe would stop the agent as well
		}
	}()

	pids := tree.Below(os.Getpid())
	if len(pids) != familySize {
		return made, fmt.Errorf("the agent and its tools are %d processes, want %d", len(pids), familySize)
	}
	before, err := useOf(os.Getpid())
	if err != nil {
		return made, err
	}
	made = row{drill: "cycles", amount: fmt.Sprintf("%d by package tree", r.cycles)}
	var took timings
	for i := range r.cycles {
		if ctx.Err() != nil {
			return made, context.Cause(ctx)
		}
		began := time.Now()
		t.Strike()
		err := t.Freeze()
		frozen := time.Since(began)
		awake := running(pids)
		made.want(err == nil && len(awake) == 0, "cycle %d: processes %v run on: %v", i, awake, err)
		began = time.Now()
		err = t.Continue()
		took = append(took, frozen+time.Since(began))
		awake = running(pids)
		made.want(err == nil && len(awake) == familySize, "cycle %d: only processes %v go on: %v", i, awake, err)
	}
	after, err := useOf(os.Getpid())
	if err != nil {
		return made, err
	}
	made.figures = fmt.Sprintf("%v; %d failed; fds %d, then %d", took, len(made.faults), before.fds, after.fds)
	made.limit = fmt.Sprintf("mean < %v, max < %v; none; equal", r.meanCycle, r.cycle)
	made.want(took.mean() < r.meanCycle, "a cycle takes %v on average", took.mean())
	made.want(took.percentile(100) < r.cycle, "a cycle took %v", took.percentile(100))
	made.want(after.fds == before.fds, "file descriptors have come to %d from %d", after.fds, before.fds)
	return made, nil
}

// cycleByQuestion has turnguard ask after each turn, and says yes.
func (r *rig) cycleByQuestion(ctx context.Context) (made row, err error) {
	run, err := r.start(launch{
		terminal: true, events: true, flags: []string{"--max-turns", "1"}, agent: []string{"family"},
	})
	if err != nil {
		return made, err
	}
	defer run.close()
	made = row{drill: "cycles", amount: fmt.Sprintf("%d by question", r.questions)}
	var first, last use
	for i := 1; i <= r.questions; i++ {
		if err := run.waitEvent(ctx, "limit_reached", i); err != nil {
			return made, err
		}
		if err := run.choose(ctx, "y", "> yes"); err != nil {
			return made, err
		}
		if last, err = useOf(run.pid()); err != nil {
			return made, err
		}
		if i == 1 {
			first = last
		}
		pids := run.agents()
		awake := running(pids)
		made.want(len(awake) == 0 && len(pids) == familySize, "question %d: of processes %v run %v", i, pids, awake)
		if err := run.send("\r"); err != nil {
			return made, err
		}
		if err := run.waitEvent(ctx, "grant", i); err != nil {
			return made, err
		}
	}
	made.figures = fmt.Sprintf("%d failed; turnguard's fds %d, then %d", len(made.faults), first.fds, last.fds)
	made.limit = "none; equal"
	made.want(last.fds == first.fds, "turnguard's file descriptors have come to %d from %d", last.fds, first.fds)
	return made, nil
}
