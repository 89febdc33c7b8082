package cgroup

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func TestCloseLetsWhatLivesGoOnInTheParentGroup(t *testing.T) {
	t.Parallel()
	for _, frozen := range []bool{false, true} {
		t.Run(map[bool]string{false: "running", true: "frozen"}[frozen], func(t *testing.T) {
			t.Parallel()
			s, ok := perform(t, everyKind)
			if !ok {
				return
			}
			s.ticking(0, 1, 2, 3)
			if frozen {
				s.freeze()
			}
			s.do(s.Close)
			if exists(s.String()) {
				t.Error("the directory is still there")
			}
			s.ticking(0, 1, 2, 3)
			if parent := s.pids(s.parent); len(parent) < 4 {
				t.Errorf("in the parent group are %v, want 4 processes and more", parent)
			}
		})
	}
}

func TestCloseMovesProcessesThatStartTheNextAndEnd(t *testing.T) {
	t.Parallel()
	s, ok := perform(t, `f() { [ $((LEFT-=1)) -gt 0 ] && echo >&3 && f & }; LEFT=2000; f; f; f; f`)
	if !ok {
		return
	}
	s.ticking(0)
	s.do(s.Close)
	if exists(s.String()) {
		t.Error("the directory is still there")
	}
	s.ticking(0)
}

func TestClosingAgainDoesNothing(t *testing.T) {
	t.Parallel()
	s, ok := perform(t, "")
	if !ok {
		return
	}
	other, err := Open(s.String())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*Group{s.Group, s.Group, other, other} {
		s.do(g.Close)
	}
	if s.Fd() != -1 {
		t.Errorf("the descriptor is %d after Close", s.Fd())
	}
	for name, f := range map[string]func() error{"Freeze": s.Freeze, "Thaw": s.Thaw, "Kill": s.Kill} {
		if err := f(); err == nil {
			t.Errorf("%s works on a closed group", name)
		}
	}
}

func TestCloseRemovesEmptyGroupsBelow(t *testing.T) {
	t.Parallel()
	s, ok := perform(t, "")
	if !ok {
		return
	}
	s.do(func() error { return os.MkdirAll(filepath.Join(s.String(), "by an agent", "deeper"), 0o755) })
	s.do(s.Close)
	if exists(s.String()) {
		t.Error("the directory is still there")
	}
}

func TestCloseLeavesAGroupBelowThatLivesToItself(t *testing.T) {
	t.Parallel()
	s, ok := perform(t, `eval "$TICK" >&4`)
	if !ok {
		return
	}
	inner, err := makeIn(s.String(), "inner")
	if err != nil {
		t.Fatal(err)
	}
	s.do(func() error { return os.Mkdir(filepath.Join(inner.String(), "its own"), 0o755) })
	s.start(inner, `eval "$TICK" >&3`)
	s.ticking(0, 1)
	if err := s.Close(); err == nil || !strings.HasPrefix(err.Error(), "close the control group: ") {
		t.Errorf("the error is %v", err)
	}
	s.do(s.Close)
	s.ticking(0, 1)
	if left := s.pids(inner); len(left) == 0 || !exists(filepath.Join(inner.String(), "its own")) {
		t.Error("its processes, or an empty group of its own, were taken out of it")
	}
	if left, err := processes(s.parent.String()); err != nil || len(left) == 0 {
		t.Errorf("in the parent group are %v, %v", left, err)
	}
	s.do(inner.Kill)
	s.eventually("all is gone", func() bool { return prune(s.String()) == nil })
}

func TestSweepRemovesWhatIsEmptyAndOfNobody(t *testing.T) {
	t.Parallel()
	s, ok := perform(t, "")
	if !ok {
		return
	}
	const never = 1 << 22 // no process has a number as high as that
	lived, err := makeIn(s.String(), fmt.Sprint(prefix, never+2))
	if err != nil {
		t.Fatal(err)
	}
	s.start(lived, `eval "$TICK" >&3`)
	stays := []string{
		filepath.Base(lived.String()), fmt.Sprint(prefix, os.Getpid()),
		prefix, prefix + "0", prefix + "x", "other",
		fmt.Sprint(prefix, -never), fmt.Sprint("not-", prefix, never), strconv.Itoa(never),
	}
	goes := []string{fmt.Sprint(prefix, never), fmt.Sprint(prefix, never+1)}
	for _, name := range slices.Concat(stays[1:], goes, []string{goes[1] + "/inner"}) {
		s.do(func() error { return os.Mkdir(filepath.Join(s.String(), name), 0o755) })
	}
	sweep(s.String())
	for _, name := range stays {
		if !exists(filepath.Join(s.String(), name)) {
			t.Errorf("%q was removed", name)
		}
	}
	for _, name := range goes {
		if exists(filepath.Join(s.String(), name)) {
			t.Errorf("%q is still there", name)
		}
	}
	s.ticking(0)
	s.do(func() error { return syscall.Kill(s.started[0].Process.Pid, syscall.SIGKILL) })
	s.do(func() error { _ = s.started[0].Wait(); return lived.Close() })
}
