package control

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// dead returns the process id of a process that has ended and been buried.
func dead(t *testing.T) int {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "true")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return cmd.Process.Pid
}

// stray makes the directory of a guard that is not there, as far as it has come.
func stray(t *testing.T, home string, pid int, socket bool) string {
	t.Helper()
	dir := filepath.Join(home, strconv.Itoa(pid))
	if err := os.MkdirAll(filepath.Join(dir, "claude"), 0o700); err != nil {
		t.Fatal(err)
	}
	if socket {
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: socketIn(dir), Net: "unix"})
		if err != nil {
			t.Fatal(err)
		}
		l.SetUnlinkOnClose(false)
		_ = l.Close()
	}
	return dir
}

func TestRunningFindsTheGuardsInBothPlaces(t *testing.T) {
	runtime, temp := ownRuntime(t)
	if guards, err := Running(); len(guards) > 0 || err != nil {
		t.Fatalf("%v, %v where there is nothing", guards, err)
	}
	s := served(t, echo)
	t.Setenv("XDG_RUNTIME_DIR", "")
	elsewhere := served(t, echo)
	t.Setenv("XDG_RUNTIME_DIR", runtime)
	// As a container has it that shares the directory: nobody has that number here.
	foreign := filepath.Join(homes()[1], strconv.Itoa(dead(t)))
	if err := os.Symlink(elsewhere.Dir(), foreign); err != nil {
		t.Fatal(err)
	}
	guards, err := Running()
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, g := range guards {
		paths = append(paths, g.Path)
		if want := filepath.Base(filepath.Dir(g.Path)); strconv.Itoa(g.PID) != want {
			t.Errorf("process %d at %s", g.PID, g.Path)
		}
	}
	for _, want := range []string{s.Path(), elsewhere.Path(), filepath.Join(foreign, "guard")} {
		if !slices.Contains(paths, want) {
			t.Errorf("%s is not among %v; temporary files in %s", want, paths, temp)
		}
	}
	if !slices.IsSortedFunc(guards, func(a, b Guard) int { return a.PID - b.PID }) || len(guards) != 3 {
		t.Errorf("not 3 in order of process id: %v", guards)
	}
}

func TestWhatDeadGuardsLeftIsRemoved(t *testing.T) {
	for _, tt := range []struct {
		name string
		next bool
	}{{"by the next one", true}, {"by those who look", false}} {
		t.Run(tt.name, func(t *testing.T) {
			ownRuntime(t)
			cmd := child(t, "dies", "")
			if err := cmd.Run(); err != nil {
				t.Fatal(err)
			}
			died := filepath.Join(homes()[0], strconv.Itoa(cmd.Process.Pid))
			if !exists(died, "guard") {
				t.Fatal("it has left nothing")
			}
			unborn := stray(t, homes()[0], dead(t), false)
			if tt.next {
				served(t, echo)
			} else if guards, err := Running(); len(guards) > 0 || err != nil {
				t.Errorf("%v, %v", guards, err)
			}
			for _, dir := range []string{died, unborn} {
				if exists(dir) {
					t.Errorf("%s is still there", dir)
				}
			}
		})
	}
}

// A guard that is just being started has a directory and maybe a socket, but does not listen yet.
func TestWhatMayBelongToAGuardThatLivesIsLeftAlone(t *testing.T) {
	ownRuntime(t)
	if err := makePrivate(homes()[0], os.Geteuid()); err != nil {
		t.Fatal(err)
	}
	young := stray(t, homes()[0], os.Getppid(), false)
	other := stray(t, homes()[0], 1, true)
	file := filepath.Join(homes()[0], "note")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	guards, err := Running()
	if len(guards) > 0 || err != nil {
		t.Errorf("%v, %v", guards, err)
	}
	for _, path := range []string{young, other, file} {
		if !exists(path) {
			t.Errorf("%s was removed", path)
		}
	}
}

func TestListenTakesThePlaceOfADeadGuardWithItsNumber(t *testing.T) {
	ownRuntime(t)
	if err := makePrivate(homes()[0], os.Geteuid()); err != nil {
		t.Fatal(err)
	}
	old := stray(t, homes()[0], os.Getpid(), true)
	s := served(t, echo)
	echoes(t, dialed(t, s))
	if exists(old, "claude") {
		t.Error("what it had is still there")
	}
}

func TestListenNeverTakesThePlaceOfALivingGuard(t *testing.T) {
	ownRuntime(t)
	s := served(t, echo)
	_, err := Listen()
	want := "making the guard's socket: " + s.Path() + ": another guard listens there"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	echoes(t, dialed(t, s))
}
