package cgroup

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestMakeMakesOneGroupInThatOfTheCaller(t *testing.T) { // not parallel: a process can have one
	s, ok := perform(t, "")
	if !ok {
		return
	}
	parents, err := home("self")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		g, err := Make()
		if err != nil {
			t.Fatal(err)
		}
		if want := filepath.Join(parents[0], fmt.Sprint("turnguard-", os.Getpid())); g.String() != want {
			t.Errorf("it is %s, want %s", g, want)
		}
		if pids := s.pids(g); len(pids) != 0 {
			t.Errorf("in it are %v", pids)
		}
		if _, err := Make(); err == nil {
			t.Error("a second one is made")
		}
		s.do(g.Close)
		if exists(g.String()) {
			t.Errorf("%s is left", g)
		}
	}
}

func TestOnlyAGroupOfVersion2IsTaken(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	if _, err := makeIn(parent, "group"); err == nil || !strings.Contains(err.Error(), "cgroup.controllers") {
		t.Errorf("the error is %v", err)
	}
	if err := os.WriteFile(filepath.Join(parent, "cgroup.controllers"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if g, err := makeIn(parent, "group"); err == nil {
		t.Errorf("made %s", g)
	}
	if exists(filepath.Join(parent, "group")) {
		t.Error("a directory is left")
	}
}

func TestAGroupThatTakesNoProcessIsNotMade(t *testing.T) {
	t.Parallel()
	s, ok := perform(t, "")
	if !ok {
		return
	}
	s.do(func() error { // makes all groups below it invalid
		return os.WriteFile(filepath.Join(s.String(), "cgroup.type"), []byte("threaded"), fs.ModePerm)
	})
	if g, err := makeIn(s.String(), "inner"); err == nil {
		t.Errorf("made %s", g)
	}
	if below := groups(s.String()); !slices.Equal(below, []string{s.String()}) {
		t.Errorf("left are %v", below)
	}
}
