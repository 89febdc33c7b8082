package tree

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/turnguard/turnguard/supervisor/internal/cgroup"
)

// A tool run by sudo belongs to another user. Here it is the other way round: the supervisor gives up its rights.
func TestAProcessOfAnotherUserIsNamed(t *testing.T) {
	got := meetStranger(t, "")
	for _, list := range [][]Process{got.Held, got.Left} {
		if len(list) != 1 || list[0].Name != "cat" || !list[0].Refused {
			t.Errorf("got %+v, want a refused cat", list)
		}
	}
}

func TestAContainedProcessOfAnotherUserIsHeldAndKilled(t *testing.T) {
	got := meetStranger(t, "contained")
	if got.Group == "" {
		t.Log("there is no control group to be had")
		return
	}
	g, err := cgroup.Open(got.Group) // its maker has lost the right to remove it
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	if len(got.Held) != 1 || got.Held[0].Name != "cat" || got.Held[0].Refused {
		t.Errorf("held is %+v, want a cat", got.Held)
	}
	if len(got.Left) != 0 {
		t.Errorf("left is %+v, want nothing", got.Left)
	}
}

// meeting is what came of freezing and killing a process of another user.
type meeting struct {
	Group      string // that it was in
	Held, Left []Process
}

func meetStranger(t *testing.T, how string) (got meeting) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root can start a process that it may not signal afterwards")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/proc/self/exe")
	cmd.Env = append(os.Environ(), "TREE_STRANGER=stranger "+how)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// freezeAsStranger is the process that has lost its rights over its child.
func freezeAsStranger() {
	cat := exec.Command("cat") // until its input ends, with this process
	var got meeting
	var group *cgroup.Group
	if os.Getenv("TREE_STRANGER") == "stranger contained" {
		group, _ = cgroup.Make()
	}
	if group != nil {
		got.Group = group.String()
		cat.SysProcAttr = &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: group.Fd()}
		if err := os.Chown(got.Group+"/cgroup.kill", 65534, -1); err != nil { // as if the system had delegated it
			panic(err)
		}
	}
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
	t := New(cat.Process.Pid, 0)
	t.Contain(group)
	t.Strike()
	if err := t.Freeze(); err != nil {
		panic(err)
	}
	got.Held = t.Held()
	if err := t.Continue(); err != nil { // what was not stopped needs no signal
		panic(err)
	}
	got.Left, err = t.Kill(time.Hour) // returns long before: there is nothing to wait for
	if err != nil {
		panic(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(got); err != nil {
		panic(err)
	}
	pipe.Close()
	_ = cat.Wait()
	os.Exit(0)
}
