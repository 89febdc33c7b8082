//go:build linux

package faults

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/supervisor/command"
)

// roles are the programs that the test binary plays when it is called by their names.
var roles = map[string]func([]string){
	"turnguard": turnguard,
	"tick":      tick,
	"bullied":   bullied,
	"weak":      weak,
}

// TestMain plays a role. turnguard calls itself by a word of its own, whatever the binary's name is.
func TestMain(m *testing.M) {
	play := roles[filepath.Base(os.Args[0])]
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], "__") {
		play = turnguard
	}
	if play != nil {
		play(os.Args[1:])
		return
	}
	for _, s := range []os.Signal{unix.SIGINT, unix.SIGHUP} { // which nohup and jobs in the background hand on
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
	goleak.VerifyTestMain(m)
}

func turnguard([]string) { os.Exit(command.Run(os.Args, "test")) }

// tick is a tool that works until it is killed: `tick [word...] file` writes a byte to the file every few milliseconds.
// The words say in what way it gets away from the agent:
//
//	group    it leads a process group of its own
//	session  it leads a session of its own
//	daemon   it has lost its parent, by a double fork
//	deaf     it ignores SIGHUP, SIGINT and SIGTERM
//	uid=N    it is another user's
func tick(args []string) {
	for _, word := range args[:len(args)-1] {
		uid, other := strings.CutPrefix(word, "uid=")
		switch {
		case word == "group":
			must(unix.Setpgid(0, 0))
		case word == "session":
			_, _ = unix.Setsid() // unless it leads one already
		case word == "deaf":
			signal.Ignore(unix.SIGHUP, unix.SIGINT, unix.SIGTERM)
		case word == "daemon":
			again := exec.Cmd{Path: "/proc/self/exe", Args: []string{"tick", args[len(args)-1]}}
			again.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			must(again.Start())
			return
		case other:
			id, err := strconv.Atoi(uid)
			must(err)
			file, err := os.OpenFile(args[len(args)-1], os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
			must(err)
			must(syscall.Setuid(id))
			work(file)
		}
	}
	file, err := os.OpenFile(args[len(args)-1], os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	must(err)
	work(file)
}

func work(file *os.File) {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		_, err := file.Write([]byte{'.'})
		must(err)
	}
}

// bullied runs a command as a careless parent does: with SIGCHLD ignored and every signal blocked.
func bullied(args []string) {
	runtime.LockOSThread()
	signal.Ignore(unix.SIGCHLD)
	var all unix.Sigset_t
	for i := range all.Val {
		all.Val[i] = ^uint64(0)
	}
	must(unix.PthreadSigmask(unix.SIG_BLOCK, &all, nil))
	become(args)
}

// weak runs a command without the right to signal the processes of others, which root has otherwise, and without control
// groups.
func weak(args []string) {
	runtime.LockOSThread()
	must(unix.Unshare(unix.CLONE_NEWNS))
	must(unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""))
	must(unix.Mount("none", "/sys/fs/cgroup", "tmpfs", 0, ""))
	must(unix.Prctl(unix.PR_CAPBSET_DROP, unix.CAP_KILL, 0, 0, 0))
	become(args)
}

func become(args []string) {
	path, err := exec.LookPath(args[0])
	must(err)
	must(unix.Exec(path, args, os.Environ()))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, strings.Join(os.Args, " ")+":", err)
		os.Exit(1)
	}
}
