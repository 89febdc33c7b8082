package control

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// patience bounds every wait.
const patience = 30 * time.Second

// children are what the test binary does when CONTROL_CHILD has their names.
var children = map[string]func() error{
	// It asks its guard and waits for the answer.
	"asks": func() error {
		_, err := Ask(os.Getenv("CONTROL_PATH"), Request{Type: TypeStatus})
		return err
	},
	// It starts one that asks, and leaves it alone.
	"abandons": func() error {
		daemon := exec.Command(os.Args[0])
		daemon.Env = append(os.Environ(), "CONTROL_CHILD=asks")
		daemon.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		return daemon.Start()
	},
	// It is a guard that dies without a chance to tidy up.
	"dies": func() error {
		_, err := Listen()
		return err
	},
}

func TestMain(m *testing.M) {
	if child := children[os.Getenv("CONTROL_CHILD")]; child != nil {
		if err := child(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			syscall.Exit(1)
		}
		syscall.Exit(0) // unlike os.Exit it does not wait for the race detector
	}
	if err := tree.Adopt(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

// child returns a command that plays one of the children. It is killed when the test is over.
func child(t *testing.T, name, path string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), "CONTROL_CHILD="+name, "CONTROL_PATH="+path)
	cmd.Stderr = os.Stderr
	return cmd
}

// shortDir returns a new directory whose path leaves room for a socket's, in its real form.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "tg") //nolint:usetesting // the test's name in the path would make it too long
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// ownRuntime gives the test runtime and temporary directories of its own.
func ownRuntime(t *testing.T) (runtime, temp string) {
	t.Helper()
	runtime, temp = shortDir(t), shortDir(t)
	t.Setenv("XDG_RUNTIME_DIR", runtime)
	t.Setenv("TMPDIR", temp)
	return runtime, temp
}

// served returns a socket of a guard that handles connections with handle until the test is over.
func served(t *testing.T, handle func(*Conn)) *Socket {
	t.Helper()
	s, err := Listen()
	if err != nil {
		t.Fatal(err)
	}
	serve(t, s, handle)
	return s
}

func serve(t *testing.T, s *Socket, handle func(*Conn)) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Serve(handle)
	}()
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		within(t, "Serve to return", done)
	})
}

// echo sends every message back.
func echo(c *Conn) {
	for {
		message, err := c.Receive()
		if err != nil || c.Send(jsonText(message)) != nil {
			return
		}
	}
}

// jsonText is sent as it is.
type jsonText string

func (j jsonText) MarshalJSON() ([]byte, error) { return []byte(j), nil }

func dialed(t *testing.T, s *Socket) *Conn {
	t.Helper()
	c, err := Dial(s.Path())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	c.Patience(patience)
	return c
}

// echoes checks that the connection is served.
func echoes(t *testing.T, c *Conn) {
	t.Helper()
	if err := c.Send(jsonText(`{"n":1}`)); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Receive(); err != nil || string(got) != `{"n":1}` {
		t.Fatalf("received %q, %v", got, err)
	}
}

func within[T any](t *testing.T, what string, done <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-done:
	case <-time.After(patience):
		t.Fatalf("waited %v for %s", patience, what)
	}
	return v
}

func exists(elem ...string) bool {
	_, err := os.Lstat(filepath.Join(elem...))
	return err == nil
}
