//go:build e2e

package e2e

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// patience bounds every wait. It is long for a loaded machine: nothing that works needs it.
const patience = time.Minute

// An outcome is what a command leaves.
type outcome struct {
	status         int // as a shell has it
	stdout, stderr string
}

// run runs a command to its end, away from any terminal.
func run(t *testing.T, command *exec.Cmd) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	command.WaitDelay = patience
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(patience, func() { _ = command.Process.Kill() })
	err := command.Wait()
	if !timer.Stop() {
		t.Fatalf("%v still ran after %v; stdout:\n%s\nstderr:\n%s", command, patience, &stdout, &stderr)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	status := command.ProcessState.ExitCode()
	if signal := command.ProcessState.Sys().(syscall.WaitStatus); signal.Signaled() {
		status = 128 + int(signal.Signal())
	}
	return outcome{status, stdout.String(), stderr.String()}
}

// expectNobody fails if a process lives on that was started with dir as its home, and ends it.
func expectNobody(t *testing.T, dir string) {
	t.Helper()
	var left []int
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if left = residents(t, dir); len(left) == 0 {
			return
		}
	}
	for _, pid := range left {
		t.Errorf("still running: %d %q", pid, read("/proc", strconv.Itoa(pid), "cmdline"))
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// residents finds the processes with dir as their home: every process inherits that, and agents do not change it.
func residents(t *testing.T, dir string) (pids []int) {
	t.Helper()
	processes, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range processes {
		pid, err := strconv.Atoi(p.Name())
		if err == nil && bytes.Contains(read("/proc", p.Name(), "environ"), []byte("HOME="+dir+"\x00")) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// read returns what is in a file, nothing if it is gone.
func read(path ...string) []byte {
	content, _ := os.ReadFile(filepath.Join(path...))
	return content
}
