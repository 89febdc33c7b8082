package tree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"go.uber.org/goleak"

	"github.com/turnguard/turnguard/supervisor/internal/cgroup"
)

// An actor is a process that follows a script: the test binary runs itself as one. It starts its tools, then ticks.
type actor struct {
	Slot     int    // its line on the board; 0 for none
	Apart    string // "" stays in its parent's process group, "group" has one of its own, "session" a session
	Leaves   bool   // ends when it has started its tools, which makes daemons of them
	Nohup    bool   // ignores SIGHUP
	Watches  bool   // ticks in slot 15 whenever it sees a tool of its own stopped, as a shell with job control does
	Headless bool   // its main thread ends, others go on
	Forks    bool   // starts short-lived processes without end
	Vforks   bool   // its main thread is in the middle of a vfork
	Sleepers int    // starts so many sleep(1)
	Tools    []actor
}

// everyKind has a tool in the agent's group, one in its own group, one in its own session with a child, and a daemon.
var everyKind = actor{Slot: 1, Tools: []actor{
	{Slot: 2},
	{Slot: 3, Apart: "group", Nohup: true},
	{Slot: 4, Apart: "session", Tools: []actor{{Slot: 5}}},
	{Leaves: true, Apart: "session", Tools: []actor{{Slot: 6, Apart: "session"}}},
}}

// The board is memory that all actors share, so that a test sees what they do without asking them.
type board [16]struct{ pid, ticks atomic.Int64 }

func TestMain(m *testing.M) {
	if script := os.Getenv("TREE_SCRIPT"); script != "" {
		act(script)
	}
	if os.Getenv("TREE_STRANGER") != "" {
		freezeAsStranger()
	}
	if err := Adopt(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

func act(script string) {
	time.AfterFunc(time.Minute, func() { os.Exit(3) }) // whatever becomes of the test
	var a actor
	if err := json.Unmarshal([]byte(script), &a); err != nil {
		panic(err)
	}
	if a.Nohup {
		signal.Ignore(syscall.SIGHUP)
	}
	for range a.Sleepers {
		start(exec.Command("sleep", "60"))
	}
	for _, tool := range a.Tools {
		cmd := tool.command()
		start(cmd)
		if tool.Leaves {
			_ = cmd.Wait()
		}
		if a.Watches {
			go watch(cmd.Process.Pid)
		}
	}
	if a.Leaves {
		syscall.Exit(0) // unlike os.Exit it does not wait for the race detector
	}
	if a.Forks || a.Vforks || a.Headless {
		go tick(a.Slot)
	} else {
		tick(a.Slot)
	}
	switch {
	case a.Forks:
		for {
			_ = exec.Command("true").Run()
		}
	case a.Vforks:
		vfork()
	}
	_, _, _ = syscall.Syscall(syscall.SYS_EXIT, 0, 0, 0) // of this thread
}

// vfork puts this thread to sleep in the kernel until its child, which sleeps for a minute, has ended.
func vfork() {
	signal.Ignore(syscall.SIGCHLD)
	child, _, _ := syscall.Syscall(syscall.SYS_CLONE, syscall.CLONE_VFORK|uintptr(syscall.SIGCHLD), 0, 0)
	if child == 0 {
		minute := syscall.Timespec{Sec: 60}
		_, _, _ = syscall.RawSyscall(syscall.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&minute)), 0, 0)
		_, _, _ = syscall.RawSyscall(syscall.SYS_EXIT, 0, 0, 0)
	}
}

func init() { runtime.LockOSThread() } // TestMain and act run on the main thread

func (a actor) command() *exec.Cmd {
	script, err := json.Marshal(a)
	if err != nil {
		panic(err)
	}
	cmd := exec.Command("/proc/self/exe")
	// Any signal wakes a thread, and that brings a stop to all: the runtime's own must not hide a stop that got stuck.
	cmd.Env = append(os.Environ(), "TREE_SCRIPT="+string(script), "GODEBUG=asyncpreemptoff=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: a.Apart == "group", Setsid: a.Apart == "session"}
	return cmd
}

func start(cmd *exec.Cmd) {
	if err := cmd.Start(); err != nil {
		panic(err)
	}
}

func watch(pid int) {
	stops := &openBoard()[15].ticks
	for {
		var status syscall.WaitStatus
		if _, err := syscall.Wait4(pid, &status, syscall.WUNTRACED, nil); errors.Is(err, syscall.ECHILD) {
			return
		}
		if status.Stopped() {
			stops.Add(1)
		}
	}
}

func tick(slot int) {
	line := &openBoard()[slot]
	line.pid.Store(int64(os.Getpid()))
	for {
		line.ticks.Add(1)
		time.Sleep(time.Millisecond)
	}
}

func openBoard() *board {
	file, err := os.OpenFile(os.Getenv("TREE_BOARD"), os.O_RDWR, 0)
	if err != nil {
		panic(err)
	}
	return mapBoard(file)
}

func mapBoard(file *os.File) *board {
	size := int(unsafe.Sizeof(board{}))
	memory, err := syscall.Mmap(int(file.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		panic(err)
	}
	return (*board)(unsafe.Pointer(&memory[0]))
}

// stage is a running agent with its tools, and the tree over it.
type stage struct {
	testing.TB
	*Tree
	board *board
	token string // in the environment of each process of this test
}

// perform starts an agent in a session of its own and waits until slots 1 to actors tick. At the end of the test it
// kills what is left, and makes sure that all are reaped.
func perform(t testing.TB, actors int, cmd *exec.Cmd) *stage {
	t.Helper()
	return performIn(t, nil, actors, cmd)
}

// performContained does so in a control group, or without one where this system refuses it: that must change nothing.
func performContained(t testing.TB, actors int, cmd *exec.Cmd) *stage {
	t.Helper()
	g, err := cgroup.Make()
	if err != nil {
		t.Log(err)
		return perform(t, actors, cmd)
	}
	t.Cleanup(func() {
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
	return performIn(t, g, actors, cmd)
}

func performIn(t testing.TB, g *cgroup.Group, actors int, cmd *exec.Cmd) *stage {
	t.Helper()
	s := &stage{TB: t, token: fmt.Sprintf("TREE_TOKEN=%d.%d", os.Getpid(), time.Now().UnixNano())}
	path := filepath.Join(t.TempDir(), "board")
	if err := os.WriteFile(path, make([]byte, unsafe.Sizeof(board{})), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s.board = mapBoard(file)

	cmd.Env = append(cmd.Environ(), s.token, "TREE_BOARD="+path)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if g != nil {
		cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, g.Fd()
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.Tree = New(cmd.Process.Pid, 0)
	s.Contain(g)
	childless := make(chan struct{})
	go reap(childless)
	t.Cleanup(func() {
		s.eventually("all processes of the test are dead", func() bool {
			left := s.processes()
			for _, p := range left {
				_ = send(p.id, syscall.SIGKILL)
			}
			return len(left) == 0
		})
		select {
		case <-childless:
		case <-time.After(20 * time.Second):
			t.Error("a child is left that has not been reaped")
		}
	})
	s.ticking(actors)
	return s
}

func performScript(t testing.TB, actors int, agent actor) *stage {
	t.Helper()
	return perform(t, actors, agent.command())
}

// chain is an agent beside a chain of processes each of which starts the next and ends, in its own group.
func chain() *exec.Cmd {
	shell := exec.Command("sh", "-c", `sh -c "$LINK" & exec "$ACTOR"`)
	shell.Env = slices.Concat(actor{Slot: 1}.command().Env, []string{
		"ACTOR=" + os.Args[0], "LEFT=20000", `LINK=LEFT=$((LEFT-1)); [ $LEFT -gt 0 ] && sh -c "$LINK" &`,
	})
	return shell
}

// reap is the one reaper that this package asks for.
func reap(childless chan<- struct{}) {
	defer close(childless)
	for {
		if _, err := syscall.Wait4(-1, nil, 0, nil); errors.Is(err, syscall.ECHILD) {
			return
		}
	}
}

func (s *stage) eventually(what string, condition func() bool) {
	s.Helper()
	for deadline := time.Now().Add(20 * time.Second); !condition(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			s.Fatalf("not within 20 s: %s", what)
		}
	}
}

// processes finds the living processes of this test without looking at who descends from whom.
func (s *stage) processes() []process {
	s.Helper()
	all, err := scan(nil)
	if err != nil {
		s.Fatal(err)
	}
	return slices.DeleteFunc(all, func(p process) bool {
		environ, err := os.ReadFile("/proc/" + strconv.Itoa(p.pid) + "/environ")
		return err != nil || p.state == dead || !bytes.Contains(environ, []byte(s.token))
	})
}

// still fails the test if a thread of a process of it runs. A process whose main thread is stopped gets a moment
// more for the others.
func (s *stage) still() {
	s.Helper()
	for _, p := range s.processes() {
		if awake := allAwake(p); len(awake) > 0 && p.state != stopped {
			s.Errorf("threads %v of %v are awake", awake, p.describe())
		}
		s.eventually("every thread stands still", func() bool { return len(allAwake(p)) == 0 })
	}
}

// allAwake returns the threads of p that can act, whatever its main thread does.
func allAwake(p process) []int {
	p.state = opaque
	return awakeThreads(p)
}

// standstill fails the test if anything happens in the frozen tree.
func (s *stage) standstill() {
	s.Helper()
	before := s.ticks()
	for range 10 {
		caught, err := s.Hold()
		if err != nil || len(caught) > 0 {
			s.Errorf("Hold caught %v, %v in a frozen tree", caught, err)
		}
	}
	if after := s.ticks(); after != before {
		s.Errorf("ticks went from %v to %v in a frozen tree", before, after)
	}
}

// ticks returns the counts on the board.
func (s *stage) ticks() (counts [len(board{})]int64) {
	for i := range s.board {
		counts[i] = s.board[i].ticks.Load()
	}
	return counts
}

// ticking waits until slots 1 to actors have ticked anew, except those named.
func (s *stage) ticking(actors int, except ...int) {
	s.Helper()
	before := s.ticks()
	for slot := 1; slot <= actors; slot++ {
		if !slices.Contains(except, slot) {
			s.eventually(fmt.Sprintf("slot %d ticks", slot), func() bool { return s.ticks()[slot] > before[slot] })
		}
	}
}

func (s *stage) pid(slot int) int { return int(s.board[slot].pid.Load()) }

func (s *stage) state(slot int) state {
	s.Helper()
	p, err := look(s.pid(slot))
	if err != nil {
		s.Fatal(err)
	}
	return p.state
}

func (s *stage) kill(slot int, sig syscall.Signal) {
	s.Helper()
	if err := syscall.Kill(s.pid(slot), sig); err != nil {
		s.Fatal(err)
	}
}

func (s *stage) freeze() {
	s.Helper()
	s.Strike()
	if err := s.Freeze(); err != nil {
		s.Fatal(err)
	}
}

func (s *stage) resume() {
	s.Helper()
	if err := s.Continue(); err != nil {
		s.Fatal(err)
	}
}

// end kills the tree and fails the test if anything is left of it.
func (s *stage) end() {
	s.Helper()
	if left, err := s.Kill(10 * time.Second); err != nil || len(left) > 0 {
		s.Errorf("left are %v, %v", left, err)
	}
	if left := s.processes(); len(left) > 0 {
		s.Errorf("alive are %+v", left)
	}
}
