package control

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// A daemon becomes our child when its parent ends, since we are the reaper of orphans.
func TestADaemonIsInside(t *testing.T) {
	s, seen := visits(t, os.Getpid())
	if err := child(t, "abandons", s.Path()).Run(); err != nil {
		t.Fatal(err)
	}
	v := within(t, "the daemon", seen)
	if _, err := unix.Wait4(v.peer.PID, nil, 0, nil); err != nil {
		t.Error(err)
	}
	if !v.inside {
		t.Errorf("%+v is outside", v)
	}
}

func TestAProcessCannotLieAboutItsParent(t *testing.T) {
	s, seen := visits(t, os.Getpid())
	cmd := child(t, "asks", s.Path())
	name := filepath.Join(t.TempDir(), "x) S 1 1 1 (")
	if err := os.Symlink(cmd.Path, name); err != nil {
		t.Fatal(err)
	}
	cmd.Path = name
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if v := within(t, "the peer", seen); !v.inside {
		t.Errorf("%+v is outside", v)
	}
}
