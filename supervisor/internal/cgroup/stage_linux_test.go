package cgroup

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// everyKind is a shell that never stops forking, with a tool in a session of its own, a daemon, and one that ignores
// SIGHUP. They tick in slots 0 to 3.
const everyKind = `setsid sh -c "$TICK" >&4 & (setsid sh -c "$TICK" >&5 &); nohup sh -c "$TICK" >&6 & eval "$TICK" >&3`

// A ticker ends after a minute at the latest, whatever becomes of the test.
const ticker = `TICK=i=0; while [ $((i+=1)) -lt 6000 ]; do echo; sleep 0.01; done`

// stage is a group, inside another one that is there for this test only.
type stage struct {
	testing.TB
	*Group
	parent  *Group
	started []*exec.Cmd
	slots   [5]*os.File // what ticks has its line here; the last is for a process outside the group
}

var stages atomic.Int64

// perform makes a group, and starts script in it if there is one. Where the system refuses groups it makes sure that it
// does so properly, and returns false: there is nothing more to test.
func perform(t testing.TB, script string) (*stage, bool) {
	t.Helper()
	s := &stage{TB: t}
	parents, err := home("self")
	if err == nil {
		s.parent, err = makeIn(parents[0], fmt.Sprintf("cgroup-test-%d-%d", os.Getpid(), stages.Add(1)))
	}
	if err != nil {
		t.Logf("no groups here: %v", err)
		refused(t, parents)
		return nil, false
	}
	t.Cleanup(s.clear)
	if s.Group, err = makeIn(s.parent.String(), "group"); err != nil {
		t.Fatal(err)
	}
	for slot := range s.slots {
		path := filepath.Join(t.TempDir(), "ticks")
		if s.slots[slot], err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if script != "" {
		s.start(s.Group, script)
	}
	return s, true
}

// refused is what every test is about where there are no groups: Make says so, and leaves nothing behind.
func refused(t testing.TB, parents []string) {
	t.Helper()
	g, err := Make()
	if err == nil {
		t.Fatalf("Make has made %v", g)
	}
	if !strings.HasPrefix(err.Error(), "make a control group: ") || len(err.Error()) < 30 {
		t.Errorf("the error %q does not say what was refused", err)
	}
	for _, parent := range parents {
		if left := exists(filepath.Join(parent, fmt.Sprint(prefix, os.Getpid()))); left {
			t.Errorf("a group is left in %s", parent)
		}
	}
}

// clear ends all that the test has left running, and removes its groups.
func (s *stage) clear() {
	s.eventually("the processes of the test are dead", func() bool {
		left, err := s.parent.PIDs()
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		return err == nil && len(left) == 0
	})
	for _, cmd := range s.started {
		_ = cmd.Wait()
	}
	for _, g := range []*Group{s.Group, s.parent} {
		if g == nil {
			continue
		}
		if err := g.Close(); err != nil || exists(g.String()) {
			s.Errorf("%s is left: %v", g, err)
		}
	}
	for _, slot := range s.slots {
		slot.Close()
	}
}

// start starts a script in a group, with the slots as its files from number 3 on.
func (s *stage) start(in *Group, script string) *exec.Cmd {
	s.Helper()
	cmd, err := s.startAs(nil, in, script)
	if err != nil {
		s.Fatal(err)
	}
	return cmd
}

// startAs does so as another user, if one is named.
func (s *stage) startAs(as *syscall.Credential, in *Group, script string) (*exec.Cmd, error) {
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), ticker)
	cmd.ExtraFiles = s.slots[:]
	cmd.SysProcAttr = &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: in.Fd(), Credential: as}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s.started = append(s.started, cmd)
	return cmd, nil
}

func (s *stage) eventually(what string, condition func() bool) {
	s.Helper()
	for deadline := time.Now().Add(20 * time.Second); !condition(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			s.Fatalf("not within 20 s: %s", what)
		}
	}
}

func (s *stage) ticks() (counts [5]int64) {
	s.Helper()
	for i, slot := range s.slots {
		info, err := slot.Stat()
		if err != nil {
			s.Fatal(err)
		}
		counts[i] = info.Size()
	}
	return counts
}

// ticking waits until each of the slots has ticked anew.
func (s *stage) ticking(slots ...int) {
	s.Helper()
	before := s.ticks()
	for _, slot := range slots {
		s.eventually(fmt.Sprintf("slot %d ticks", slot), func() bool { return s.ticks()[slot] > before[slot] })
	}
}

// standstill fails the test if anything in the group ticks while a process outside ticks 20 times.
func (s *stage) standstill() {
	s.Helper()
	outside := s.start(s.parent, `eval "$TICK" >&7`)
	defer func() { _ = outside.Process.Kill() }()
	before := s.ticks()
	s.eventually("time passes", func() bool { return s.ticks()[4] >= before[4]+20 })
	if after := s.ticks(); !slices.Equal(after[:4], before[:4]) {
		s.Errorf("ticks went from %v to %v in a frozen group", before[:4], after[:4])
	}
}

func (s *stage) freeze() {
	s.Helper()
	s.do(s.Freeze)
	s.eventually("the group is frozen", s.frozen)
}

func (s *stage) frozen() bool {
	s.Helper()
	frozen, err := s.Frozen()
	if err != nil {
		s.Fatal(err)
	}
	return frozen
}

func (s *stage) pids(g *Group) []int {
	s.Helper()
	pids, err := g.PIDs()
	if err != nil {
		s.Fatal(err)
	}
	return pids
}

func (s *stage) do(f func() error) {
	s.Helper()
	if err := f(); err != nil {
		s.Fatal(err)
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
