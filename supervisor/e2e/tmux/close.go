package tmux

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// close hangs up and sees to it that nobody stays.
func (p *Pane) close() {
	p.tb.Helper()
	_, _ = p.try("", "kill-server") // which a test may have ended already
	left := p.residents()
	for deadline := time.Now().Add(p.patience); len(left) > 0 && time.Now().Before(deadline); left = p.residents() {
		time.Sleep(20 * time.Millisecond)
	}
	for _, pid := range left {
		command, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
		p.tb.Errorf("lives on after the hang-up: %d %q", pid, command)
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	if err := os.RemoveAll(p.server); err != nil {
		p.tb.Error(err)
	}
}

// residents finds the server and all that was ever started in it: every process inherits the mark, and none clears it.
func (p *Pane) residents() (pids []int) {
	mark := []byte("TMUX_TMPDIR=" + p.server + "\x00")
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		environment, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(environment, mark) {
			continue // gone meanwhile, or another user's
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}
