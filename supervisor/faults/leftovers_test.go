//go:build linux

package faults

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/supervisor/internal/cgroup"
)

// process is a living process of a stage.
type process struct {
	pid   int
	state string // a letter, as in ps; T for what is frozen with its control group as well
	argv  []string
}

// guard tells whether it is turnguard, started once more to watch the agent.
func (p process) guard() bool { return len(p.argv) > 1 && strings.HasPrefix(p.argv[1], "__") }

type processes []process

func (list processes) String() string {
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, "%d %s %.80q\n", p.pid, p.state, p.argv)
	}
	return b.String()
}

// processes finds the living processes of the stage by the token in their environment, whoever their parents are.
func (s *stage) processes() (list processes) {
	s.Helper()
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		s.Fatal(err)
	}
	for _, dir := range dirs {
		environ, err := os.ReadFile(dir + "/environ")
		if err != nil || !bytes.Contains(environ, []byte(s.token+"\x00")) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err != nil {
			continue
		}
		stat, _ := os.ReadFile(dir + "/stat")
		_, rest, _ := strings.Cut(string(stat), ") ")
		state, _, _ := strings.Cut(rest, " ")
		argv, _ := os.ReadFile(dir + "/cmdline")
		if cgroup.Frozen(pid) {
			state = "T"
		}
		if state != "" && state != "Z" && state != "X" {
			list = append(list, process{pid, state, strings.Split(strings.TrimSuffix(string(argv), "\x00"), "\x00")})
		}
	}
	return list
}

// front is the first turnguard, the one that the shell has started.
func (s *stage) front() int {
	s.Helper()
	front := 0
	s.eventually("turnguard runs", func() bool {
		for _, p := range s.processes() {
			if p.argv[0] == "turnguard" && !p.guard() {
				front = p.pid
				return true
			}
		}
		return false
	})
	return front
}

// frozen waits until every process of the tree is stopped. A shell that was stopped between starting a command and that
// command's exec waits in state D, as good as stopped.
func (s *stage) frozen() {
	s.Helper()
	s.eventually("the tree is frozen", func() bool {
		for _, p := range s.processes() {
			ours := p.argv[0] == "turnguard" || p.argv[0] == "holder"
			if !ours && p.state != "T" && p.state != "D" {
				return false
			}
		}
		return true
	})
}

// clear kills whatever a failed test has left.
func (s *stage) clear() {
	for range 100 {
		for _, p := range s.processes() {
			_ = unix.Kill(p.pid, unix.SIGKILL)
		}
	}
}

// ends waits until the command line has ended with a status, and finds nothing left of it.
func (s *stage) ends(status int) {
	s.Helper()
	s.exits(status)
	s.gone()
}

// exits is ends for an agent that leaves processes behind.
func (s *stage) exits(status int) {
	s.Helper()
	s.ended(status, "after")
}

// avenged is ends for a turnguard that was killed: its guard needs a moment to tidy up, and the socket stays for the next
// turnguard to remove.
func (s *stage) avenged() {
	s.Helper()
	s.ended(128+int(unix.SIGKILL), "later")
	s.eventually("no process is left", func() bool { return len(s.processes()) == 0 })
}

func (s *stage) ended(status int, after string) {
	s.Helper()
	s.await("status") // unlike Wait, it tells what runs if that is in vain
	s.Wait()
	if got := s.read("status"); got != strconv.Itoa(status) {
		s.Errorf("status %s, want %d; screen:\n%s", got, status, strings.TrimSpace(s.Screen()))
	}
	if before, after := s.read("before"), s.read(after); before == "" || before != after {
		s.Errorf("stty said %q before and %q after", before, after)
	}
	if on := modes(s.Written()); len(on) > 0 {
		s.Errorf("the terminal is left with %q after %q", on, tail(s.Written(), 300))
	}
}

// gone waits until no process is left, and finds no file either.
func (s *stage) gone() {
	s.Helper()
	s.eventually("no process is left", func() bool { return len(s.processes()) == 0 })
	for _, dir := range []string{s.dir, s.runtime} {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			stray := entry.Type()&fs.ModeSocket != 0 || strings.HasPrefix(entry.Name(), ".turnguard") ||
				strings.HasPrefix(entry.Name(), "core")
			ours := filepath.Dir(path) == filepath.Join(s.runtime, "bin") || entry.IsDir()
			if stray || dir == s.runtime && !ours {
				s.Errorf("%s is left", path)
			}
			return err
		})
		if err != nil {
			s.Error(err)
		}
	}
}

// tail returns the last n bytes of s.
func tail(s string, n int) string { return s[max(0, len(s)-n):] }
