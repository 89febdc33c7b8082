package command_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// lobby is a place where the guards are that the verbs find.
type lobby struct {
	runtime string
}

func newLobby(t *testing.T) lobby {
	t.Helper()
	runtime := runtimeDir(t)
	if err := os.Mkdir(filepath.Join(runtime, "turnguard"), 0o700); err != nil {
		t.Fatal(err)
	}
	return lobby{runtime}
}

// guard lets a guard run that answers every request with reply; with "" it is silent, and with hangUp it is not even
// that. What it was asked is read when the test is over for it.
func (l lobby) guard(t *testing.T, pid int, reply string) (asked func() string) {
	t.Helper()
	dir := filepath.Join(l.runtime, "turnguard", strconv.Itoa(pid))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", filepath.Join(dir, "guard"))
	if err != nil {
		t.Fatal(err)
	}
	var requests bytes.Buffer
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			request, err := bufio.NewReader(conn).ReadString('\n')
			requests.WriteString(request)
			if err == nil && reply != hangUp {
				_, _ = io.WriteString(conn, reply)
				_, _ = io.Copy(io.Discard, conn)
			}
			_ = conn.Close()
		}
	})
	asked = sync.OnceValue(func() string {
		_ = listener.Close()
		serving.Wait()
		return requests.String()
	})
	t.Cleanup(func() { asked() })
	return asked
}

const hangUp = "hang up"

// turnguard runs a command line and returns what it prints on both streams, and its status.
func (l lobby) turnguard(t *testing.T, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Args, cmd.Stdout, cmd.Stderr = append([]string{"turnguard"}, args...), &out, &errs
	cmd.Env = []string{"XDG_RUNTIME_DIR=" + l.runtime, "TMPDIR=" + l.runtime, "TZ=UTC", "GORACE=" + race}
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}
