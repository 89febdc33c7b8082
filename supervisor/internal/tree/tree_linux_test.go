package tree

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"
)

// everyKind has a tool in the agent's group, one in its own group, one in its own session with a child, and a daemon.
var everyKind = actor{Slot: 1, Tools: []actor{
	{Slot: 2},
	{Slot: 3, Apart: "group", Nohup: true},
	{Slot: 4, Apart: "session", Tools: []actor{{Slot: 5}}},
	{Leaves: true, Apart: "session", Tools: []actor{{Slot: 6, Apart: "session"}}},
}}

func TestFreezeStopsEveryKindOfDescendantAndContinueLetsThemGo(t *testing.T) {
	s := performScript(t, 6, everyKind)
	for range 3 {
		s.freeze()
		s.still()
		s.standstill()
		held := s.Held()
		if len(held) != 6 || held[0].PID != s.pid(1) {
			t.Errorf("held are %v, want 6 processes with the agent (pid %d) first", held, s.pid(1))
		}
		for _, p := range held {
			if p.Name != "exe" || p.Refused || p.Woken {
				t.Errorf("held is %+v, want one of the name exe with no mark", p)
			}
		}
		s.resume()
		s.ticking(6)
		if held := s.Held(); len(held) > 0 {
			t.Errorf("after Continue are held %v", held)
		}
	}
}

func TestFreezeStopsAFanOf100(t *testing.T) {
	s := performScript(t, 1, actor{Slot: 1, Sleepers: 100})
	s.freeze()
	s.still()
	if held := s.Held(); len(held) != 101 {
		t.Errorf("%d are held, want 101", len(held))
	}
}

func TestFreezeStopsAForkerInTheMiddleOfAFork(t *testing.T) {
	s := performScript(t, 2, actor{Slot: 1, Tools: []actor{{Slot: 2, Apart: "session", Forks: true}}})
	for forking := 0; forking < 5; { // most freezes come at another moment
		s.freeze()
		if s.state(2) == opaque {
			forking++
		}
		s.still()
		s.standstill()
		s.resume()
		s.ticking(2)
	}
}

func TestHoldCatchesAChainOfProcessesThatStartTheNextAndEnd(t *testing.T) {
	chain := exec.Command("sh", "-c", `sh -c "$HOP" & exec "$ACTOR"`)
	chain.Env = append(actor{Slot: 1}.command().Env, "ACTOR="+os.Args[0],
		"LEFT=20000", `HOP=LEFT=$((LEFT-1)); [ $LEFT -gt 0 ] && sh -c "$HOP" &`)
	s := perform(t, 1, chain)
	s.Freeze() // it may slip through; a strike would not let it, being one signal to the whole group
	passes := 0
	s.eventually("10 passes in a row catch nothing", func() bool {
		caught, err := s.Hold()
		if err != nil {
			t.Fatal(err)
		}
		if passes++; len(caught) > 0 {
			passes = 0
		}
		return passes == 10
	})
	s.still()
	if len(s.processes()) == 1 {
		t.Error("the chain has come to its end; nothing was tested")
	}
}

func TestStrikeAloneStopsTheAgentAndItsGroup(t *testing.T) {
	s := performScript(t, 6, everyKind)
	for range 2 {
		s.Strike()
		for _, slot := range []int{1, 2} {
			s.eventually(fmt.Sprintf("slot %d is stopped", slot), func() bool { return s.state(slot) == stopped })
		}
		s.ticking(6, 1, 2)
		s.resume()
		s.ticking(6)
		s.freeze()
		s.resume()
	}
}

func TestStrikeReachesAnAgentThatLeadsNoGroup(t *testing.T) {
	s := performScript(t, 2, actor{Slot: 1, Tools: []actor{{Slot: 2}}})
	s.Tree = New(s.pid(2))
	s.Strike()
	s.eventually("the agent is stopped", func() bool { return s.state(2) == stopped })
	s.ticking(1)
	s.freeze()
	s.resume()
	s.ticking(2)
}

func TestStrikesBeforeAndAfterFreezeChangeNothing(t *testing.T) {
	s := performScript(t, 6, everyKind)
	s.Strike()
	s.freeze()
	s.freeze()
	s.still()
	s.resume()
	s.ticking(6)
}

func TestStrikeAllocatesNothing(t *testing.T) {
	s := performScript(t, 1, actor{Slot: 1})
	if n := testing.AllocsPerRun(100, func() { s.struck = false; s.Strike() }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func TestAnAgentThatIsGoneIsNotStruck(t *testing.T) {
	s := performScript(t, 6, everyKind)
	s.kill(1, syscall.SIGKILL)
	s.eventually("the agent is reaped", func() bool { _, err := look(s.pid(1)); return err != nil })
	s.Strike()
	if s.struck {
		t.Error("struck the number of a process that is gone")
	}
	s.freeze()
	s.still()
	if held := s.Held(); len(held) != 5 {
		t.Errorf("held are %v, want the 5 that the agent left", held)
	}
	s.resume()
	s.ticking(6, 1)
}

func TestWhatSomebodyElseStoppedStaysStopped(t *testing.T) {
	for _, tt := range []struct {
		name string
		slot int
		sig  syscall.Signal
	}{
		{"the agent", 1, syscall.SIGSTOP},
		{"a tool in the agent's group", 2, syscall.SIGSTOP},
		{"a tool in its own group", 3, syscall.SIGSTOP},
		{"a tool in its own session", 4, syscall.SIGSTOP},
		{"by Ctrl-Z", 3, syscall.SIGTSTP},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := performScript(t, 6, everyKind)
			s.kill(tt.slot, tt.sig)
			s.eventually("it is stopped", func() bool { return s.state(tt.slot) == stopped })
			s.freeze()
			s.still()
			if held := s.Held(); len(held) != 5 || slices.ContainsFunc(held, func(p Process) bool { return p.PID == s.pid(tt.slot) }) {
				t.Errorf("held are %v, want the 5 others", held)
			}
			s.resume()
			s.ticking(6, tt.slot)
			if got := s.state(tt.slot); got != stopped {
				t.Errorf("its state is %v, want stopped", got)
			}
			s.kill(tt.slot, syscall.SIGCONT)
			s.ticking(6)
		})
	}
}

func TestWhatADebuggerHoldsIsLeftToHim(t *testing.T) {
	for name, slot := range map[string]int{"in the agent's group": 2, "in its own group": 3} {
		t.Run(name, func(t *testing.T) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			s := performScript(t, 6, everyKind)
			if err := syscall.PtraceAttach(s.pid(slot)); err != nil {
				t.Skipf("this system lets nobody trace a process: %v", err)
			}
			s.eventually("it is traced", func() bool { return s.state(slot) == traced })
			s.freeze()
			s.still()
			s.resume()
			s.ticking(6, slot)
			if got := s.state(slot); got != traced {
				t.Errorf("its state is %v, want traced", got)
			}
			if err := syscall.PtraceDetach(s.pid(slot)); err != nil {
				t.Fatal(err)
			}
			s.ticking(6)
		})
	}
}

func TestHoldStopsWhatSomebodyElseContinued(t *testing.T) {
	s := performScript(t, 6, everyKind)
	s.freeze()
	s.kill(4, syscall.SIGCONT)
	s.eventually("Hold catches it", func() bool {
		caught, err := s.Hold()
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(caught, func(p Process) bool { return p.PID == s.pid(4) && p.Woken })
	})
	s.eventually("it is stopped again", func() bool { return s.state(4) == stopped })
	s.resume()
	s.ticking(6)
}

func TestContinueShowsNoParentAStoppedChild(t *testing.T) {
	s := performScript(t, 2, actor{Slot: 1, Watches: true, Tools: []actor{{Slot: 2, Apart: "group"}}})
	for range 10 {
		s.Strike()
		s.eventually("the agent is stopped", func() bool { return len(allAwake(process{id: s.root})) == 0 })
		s.freeze()
		s.resume()
		s.ticking(2)
	}
	if n := s.ticks()[15]; n != 0 {
		t.Errorf("the agent has seen its tool stopped %d times, want none", n)
	}
}

func TestWhatDiesWhileItIsHeldIsHeldNoMore(t *testing.T) {
	s := performScript(t, 6, everyKind)
	s.freeze()
	s.kill(5, syscall.SIGKILL)
	s.eventually("it is no longer held", func() bool {
		if _, err := s.Hold(); err != nil {
			t.Fatal(err)
		}
		return len(s.Held()) == 5
	})
	s.resume()
	s.ticking(6, 5)
}

func TestWhatMovesAtTheDeadlineIsNamed(t *testing.T) {
	s := performScript(t, 1, actor{Slot: 1})
	moving, err := s.settle(time.Now())
	if err != nil || len(moving) != 1 || moving[0].PID != s.pid(1) {
		t.Errorf("got %v, %v, want the agent (pid %d)", moving, err, s.pid(1))
	}
}

func TestAProcessWhoseMainThreadHasEndedIsStopped(t *testing.T) {
	s := performScript(t, 2, actor{Slot: 1, Tools: []actor{{Slot: 2, Headless: true}}})
	s.eventually("its main thread has ended", func() bool { return s.state(2) == opaque })
	s.freeze()
	s.standstill()
	s.resume()
	s.ticking(2)
	if left, err := s.Kill(10 * time.Second); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestKillLeavesNothing(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before func(*stage)
	}{
		{"of a running tree", func(*stage) {}},
		{"of a frozen tree", (*stage).freeze},
		{"of a tree that has been continued", func(s *stage) { s.freeze(); s.resume() }},
		{"of a tree with a stopped tool", func(s *stage) { s.kill(3, syscall.SIGSTOP) }},
		{"of a tree whose agent is gone", func(s *stage) { s.kill(1, syscall.SIGKILL) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := performScript(t, 6, everyKind)
			tt.before(s)
			left, err := s.Kill(10 * time.Second)
			if err != nil || len(left) > 0 {
				t.Errorf("left are %v, %v", left, err)
			}
			if left := s.processes(); len(left) > 0 {
				t.Errorf("alive are %+v", left)
			}
		})
	}
}

func TestKillOfAFrozenTreeLetsNothingRunOnce(t *testing.T) {
	s := performScript(t, 6, everyKind)
	s.freeze()
	before := s.ticks()
	if left, err := s.Kill(10 * time.Second); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
	if after := s.ticks(); after != before {
		t.Errorf("ticks went from %v to %v", before, after)
	}
}

func TestKillEndsAForker(t *testing.T) {
	s := performScript(t, 2, actor{Slot: 1, Tools: []actor{{Slot: 2, Apart: "session", Forks: true}}})
	if left, err := s.Kill(10 * time.Second); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
	if left := s.processes(); len(left) > 0 {
		t.Errorf("alive are %+v", left)
	}
}

func TestAReusedNumberIsNeverSignalled(t *testing.T) {
	s := performScript(t, 1, actor{Slot: 1})
	other := id{s.root.pid, s.root.start + 1}
	if err := send(other, syscall.SIGKILL); err != os.ErrProcessDone {
		t.Errorf("got %v, want %v", err, os.ErrProcessDone)
	}
	s.ticking(1)
}

func TestTheFirstProcessAndThisOneAreNeverSignalled(t *testing.T) {
	for _, pid := range []int{-1, 0, 1, os.Getpid()} {
		p, _ := look(max(pid, 1))
		if err := send(id{pid, p.start}, syscall.Signal(0)); err == nil {
			t.Errorf("process %d was signalled", pid)
		}
	}
}

func TestWithoutAProcessTableTheAgentIsStoppedContinuedAndKilledAllTheSame(t *testing.T) {
	s := performScript(t, 2, actor{Slot: 1, Tools: []actor{{Slot: 2}}})
	blind := func(f func() error) error {
		var limit syscall.Rlimit
		if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			t.Fatal(err)
		}
		defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 0, Max: limit.Max}); err != nil {
			t.Fatal(err)
		}
		return f()
	}
	if err := blind(s.Freeze); err == nil {
		t.Error("Freeze says that it has read the process table")
	}
	s.eventually("the tool is stopped", func() bool { return s.state(2) == stopped })
	if err := blind(s.Continue); err != nil {
		t.Error(err)
	}
	s.ticking(2)
	if err := blind(func() error { _, err := s.Kill(time.Second); return err }); err == nil {
		t.Error("Kill says that it has read the process table")
	}
	s.eventually("both are dead", func() bool { return len(s.processes()) == 0 })
}

// A tool run by sudo belongs to another user. Here it is the other way round: the supervisor gives up its rights.
func TestAProcessOfAnotherUserIsNamed(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can start a process that it may not signal afterwards")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/proc/self/exe")
	cmd.Env = append(os.Environ(), "TREE_STRANGER=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Held, Left []Process }
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]Process{got.Held, got.Left} {
		if len(list) != 1 || list[0].Name != "cat" || !list[0].Refused {
			t.Errorf("got %+v, want a refused cat", list)
		}
	}
}

// freezeAsStranger is the process that has lost its rights over its child.
func freezeAsStranger() {
	cat := exec.Command("cat") // until its input ends, with this process
	pipe, err := cat.StdinPipe()
	if err == nil {
		err = cat.Start()
	}
	if err == nil {
		err = syscall.Setresuid(65534, 65534, 65534)
	}
	if err != nil {
		panic(err)
	}
	var got struct{ Held, Left []Process }
	t := New(cat.Process.Pid)
	t.Strike()
	if err := t.Freeze(); err != nil {
		panic(err)
	}
	got.Held = t.Held()
	got.Left, err = t.Kill(time.Hour) // returns long before: there is nothing to wait for
	if err != nil {
		panic(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(got); err != nil {
		panic(err)
	}
	pipe.Close()
	cat.Wait()
	os.Exit(0)
}
