//go:build linux

package guard_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

func TestTheAgentIsAJobInTheForegroundOfItsTerminal(t *testing.T) {
	s := play(t, nil, `read line`)
	agent, session := strconv.Itoa(s.agent), strconv.Itoa(s.guard)
	f := fields(s.agent)
	if f[1] != session || f[2] != agent || f[3] != session || f[5] != agent {
		t.Errorf("parent %s, group %s, session %s, foreground %s; want %s, %s, %s, %s",
			f[1], f[2], f[3], f[5], session, agent, session, agent)
	}
}

func TestTheAgentInheritsNothingOfItsGuard(t *testing.T) {
	s := play(t, nil, `read line`)
	guards, ours := files(t, s.guard), files(t, os.Getpid()) // whoever started the tests may have left files open
	for fd, file := range files(t, s.agent) {
		if fd > 2 && file == guards[fd] && file != ours[fd] {
			t.Errorf("descriptor %d, %s, is the guard's", fd, file)
		}
	}
	if got, want := ignored(t, s.agent), ignored(t, s.front.Process.Pid); got != want {
		t.Errorf("it ignores the signals %s, want %s as turnguard does", got, want)
	}
}

// ignored is the set of signals that a process ignores, as the kernel writes it.
func ignored(t *testing.T, pid int) string {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, set, _ := strings.Cut(string(status), "\nSigIgn:\t")
	set, _, _ = strings.Cut(set, "\n")
	return set
}

// files are the open files of a process.
func files(t *testing.T, pid int) map[int]string {
	t.Helper()
	dir := fmt.Sprintf("/proc/%d/fd", pid)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[int]string)
	for _, entry := range entries {
		if fd, err := strconv.Atoi(entry.Name()); err == nil {
			all[fd], _ = os.Readlink(filepath.Join(dir, entry.Name()))
		}
	}
	return all
}

func TestAnAgentThatCannotBeStartedSaysWhy(t *testing.T) {
	for program, want := range map[string]error{"/nowhere/agent": unix.ENOENT, "/dev/null": unix.EACCES} {
		if got := launch(t, nil, program).expect("refused"); !strings.Contains(got, want.Error()) {
			t.Errorf("%s: %q, want %q", program, got, want)
		}
	}
}

func TestASuspendedAgentIsReportedAndResumed(t *testing.T) {
	s := play(t, nil, `kill -TSTP $$; echo resumed; read line; echo "$line"`)
	s.expect("stopped SIGTSTP")
	s.order("resume")
	s.expect("agent resumed")
	if err := unix.Kill(s.agent, unix.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	s.expect("stopped SIGSTOP")
	s.order("resume in the background")
	s.expect("stopped SIGTTIN") // for it wants to read
	s.order("resume")
	s.wait("the agent to read", func() bool { return letter(s.agent) == "S" })
}

// tools are all that an agent can do to have something outlive it.
const tools = `
trap '' HUP TERM
tool='echo $$ >>pids; while :; do echo >>ticks; sleep 0.02; done'
setsid sh -c "$tool" &
(setsid sh -c "$tool" &)
nohup sh -c "$tool" >/dev/null 2>&1 &
sh -c "trap '' HUP; $tool" &
echo $$ >>pids
while :; do echo >>ticks; sleep 0.02; done`

func TestIfTurnguardIsKilledNothingOfTheAgentIsLeft(t *testing.T) {
	for _, frozen := range []bool{false, true} {
		s := play(t, nil, tools)
		pids := s.pids(5)
		if frozen {
			for _, pid := range pids {
				if err := unix.Kill(pid, unix.SIGSTOP); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := s.front.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for _, pid := range append(pids, s.guard) {
			s.gone(pid)
		}
	}
}

func TestIfTheGuardIsKilledTurnguardHasTheTree(t *testing.T) {
	s := play(t, nil, `setsid sh -c 'echo $$ >>pids; exec sleep 60' & wait`)
	tool := s.pids(1)[0]
	if err := unix.Kill(s.guard, unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if got := s.expect("lost"); got != "killed" {
		t.Errorf("lost by %q", got)
	}
	s.gone(s.agent)
	s.wait("the tool to be adopted", func() bool { return fields(tool)[1] == strconv.Itoa(s.front.Process.Pid) })
	if err := unix.Kill(tool, unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

func TestWhatLivesOnAfterAnAgentIsLeftAlone(t *testing.T) {
	s := play(t, nil, `sh -c 'echo $$ >>pids; exec sleep 60' & while ! test -s pids; do sleep 0.01; done; exit 7`)
	s.expect("ended 7")
	s.order("leave")
	s.expect("left")
	s.gone(s.guard)
	tool := s.pids(1)[0] // in the agent's own group, which a hang-up would have hit
	if got := letter(tool); got != "S" {
		t.Errorf("the tool is in state %q, want S", got)
	}
	if err := unix.Kill(tool, unix.SIGKILL); err != nil && !errors.Is(err, unix.ESRCH) {
		t.Fatal(err)
	}
}

func TestTheUsersTerminalIsGivenBackUnlessSomebodyElseHasIt(t *testing.T) {
	for _, taken := range []bool{false, true} {
		master, tty, err := pty.Open()
		if err != nil {
			t.Fatal(err)
		}
		defer master.Close()
		defer tty.Close()
		before := mode(t, tty)
		s := play(t, tty, `read line`)
		want := before
		if taken {
			want.Lflag ^= unix.ECHO // as a shell with a line editor has it
			if err := unix.IoctlSetTermios(int(tty.Fd()), unix.TCSETS, &want); err != nil {
				t.Fatal(err)
			}
		} else if mode(t, tty) == before {
			t.Fatal("the front has not changed the terminal's mode")
		}
		if err := s.front.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		s.gone(s.guard)
		if got := mode(t, tty); got != want {
			t.Errorf("taken %v: mode %+v, want %+v", taken, got, want)
		}
		text := make([]byte, 100)
		if n, err := master.Read(text); err != nil || !strings.HasPrefix(string(text[:n]), "clean") {
			t.Errorf("the screen was sent %q, %v", text[:n], err)
		}
	}
}

func mode(t *testing.T, tty *os.File) unix.Termios {
	t.Helper()
	m, err := unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return *m
}
