package tree

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

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
	t := New(cat.Process.Pid, 0)
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
