package control

import (
	"errors"
	"os"
	"os/exec"
	"testing"
)

// visit is what a handler has seen of a peer.
type visit struct {
	peer   Peer
	inside bool
}

// visits serves requests and reports who sent them, seen from the process guard.
func visits(t *testing.T, guard int) (*Socket, <-chan visit) {
	t.Helper()
	ownRuntime(t)
	seen := make(chan visit, 1)
	return served(t, func(c *Conn) {
		if _, err := c.Receive(); err != nil {
			return
		}
		seen <- visit{c.Peer(), c.Inside(guard)}
		_ = c.Send(Reply{Status: &Status{}})
	}), seen
}

func TestAChildOfTheGuardIsInside(t *testing.T) {
	s, seen := visits(t, os.Getpid())
	cmd := child(t, "asks", s.Path())
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	v := within(t, "the peer", seen)
	if v.peer.PID != cmd.Process.Pid || v.peer.UID != os.Geteuid() || !v.inside {
		t.Errorf("%+v, want process %d of user %d, inside", v, cmd.Process.Pid, os.Geteuid())
	}
}

func TestAChildOfAnotherIsOutside(t *testing.T) {
	other := exec.CommandContext(t.Context(), "sleep", "60")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = other.Process.Kill(), other.Wait() }()
	s, seen := visits(t, other.Process.Pid)
	if err := child(t, "asks", s.Path()).Run(); err != nil {
		t.Fatal(err)
	}
	if v := within(t, "the peer", seen); v.inside {
		t.Errorf("%+v is inside", v)
	}
}

func TestAPeerThatHasEndedIsInside(t *testing.T) {
	ownRuntime(t)
	conns, gone, seen := make(chan *Conn), make(chan struct{}), make(chan bool)
	s := served(t, func(c *Conn) {
		_, _ = c.Receive()
		_ = c.Send(Reply{})
		conns <- c
		<-gone
		seen <- c.Inside(1)
	})
	cmd := child(t, "asks", s.Path())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := within(t, "the peer", conns)
	if c.Inside(cmd.Process.Pid) != true {
		t.Error("it is not inside itself")
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	close(gone)
	if !within(t, "the handler", seen) {
		t.Error("it is outside")
	}
}

func TestDescends(t *testing.T) {
	const guard, peer = 50, 90
	own := Peer{PID: peer, start: 9}
	for _, tt := range []struct {
		name  string
		table map[int]process
		peer  Peer
		want  bool
	}{
		{"a child", map[int]process{90: {50, 9}, 50: {1, 5}}, own, true},
		{"a grandchild", map[int]process{90: {80, 9}, 80: {50, 8}, 50: {1, 5}}, own, true},
		{"the guard itself", map[int]process{50: {1, 5}}, Peer{PID: 50, start: 5}, true},
		{"a stranger", map[int]process{90: {80, 9}, 80: {1, 8}}, own, false},
		{"a stranger whose first ancestor cannot be seen", map[int]process{90: {1, 9}}, own, false},
		{"from another container", map[int]process{90: {0, 9}}, own, false},
		{"an ancestor of the guard", map[int]process{90: {40, 9}, 40: {1, 4}, 50: {40, 5}}, own, false},
		{"one that has ended", nil, own, true},
		{"one that had ended when it was accepted", map[int]process{90: {1, 9}}, Peer{PID: 90}, true},
		{"one whose number was reused", map[int]process{90: {1, 10}}, own, true},
		{"one with a parent that has ended", map[int]process{90: {80, 9}}, own, true},
		{"one with a parent whose number was reused", map[int]process{90: {80, 9}, 80: {1, 10}}, own, true},
		{"one that cannot be seen from here", map[int]process{}, Peer{PID: 0}, true},
		{"a loop", map[int]process{90: {80, 9}, 80: {90, 9}}, own, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			look := func(pid int) (process, error) {
				p, ok := tt.table[pid]
				if !ok {
					return p, errors.New("no such process")
				}
				return p, nil
			}
			if got := descends(tt.peer, guard, look); got != tt.want {
				t.Errorf("inside: %v, want %v", got, tt.want)
			}
		})
	}
}

func TestInAContainerTheGuardMayBeTheFirstProcess(t *testing.T) {
	look := func(pid int) (process, error) {
		return map[int]process{1: {0, 1}, 5: {1, 5}, 7: {0, 7}}[pid], nil
	}
	if !descends(Peer{PID: 5, start: 5}, 1, look) {
		t.Error("its child is outside")
	}
	if descends(Peer{PID: 7, start: 7}, 1, look) {
		t.Error("what was started from outside the container is inside")
	}
}
