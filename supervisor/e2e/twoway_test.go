//go:build e2e

package e2e

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// A twoWayAgent is an agent in the mode in which a program drives it.
type twoWayAgent struct {
	agent agent
	mode  []string
	send  string // a prompt
	over  string // what the agent prints when it is done with one
}

var twoWay = []twoWayAgent{
	{agents[0], []string{"--mode", "rpc"}, `{"type":"prompt","message":"prompt %d"}`, `{"type":"agent_end"`},
	{agents[1], []string{"--mode", "rpc"}, `{"type":"prompt","message":"prompt %d"}`, `{"type":"agent_settled"`},
	{
		agents[2],
		[]string{"-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"},
		`{"type":"user","message":{"role":"user","content":"prompt %d"}}`, `"type":"result"`,
	},
}

// A drive is a two-way agent that runs, behind turnguard.
type drive struct {
	h       *home
	command *exec.Cmd
	timer   *time.Timer
	stdin   io.WriteCloser
	stdout  *bufio.Scanner
}

func (a twoWayAgent) drive(h *home, flags ...string) *drive {
	h.t.Helper()
	args := append([]string{"turnguard", "--result", resultFile}, flags...)
	d := &drive{h: h, command: h.command(append(append(args, "--", a.agent.command), a.mode...)...)}
	d.command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var err error
	d.stdin, err = d.command.StdinPipe()
	h.must(err)
	stdout, err := d.command.StdoutPipe()
	h.must(err)
	h.must(d.command.Start())
	d.timer = time.AfterFunc(patience, func() { _ = d.command.Process.Kill() })
	d.stdout = bufio.NewScanner(stdout)
	d.stdout.Buffer(nil, 1<<20)
	return d
}

// readTo reads lines up to one with text in it, or to the end.
func (d *drive) readTo(text string) {
	for found := false; !found && d.stdout.Scan(); {
		found = strings.Contains(d.stdout.Text(), text)
	}
}

// end has the agent end, by the end of its input.
func (d *drive) end() {
	d.h.t.Helper()
	d.h.must(d.stdin.Close())
	d.readTo("nothing more")
	d.h.must(d.command.Wait())
	d.timer.Stop()
}

// Every prompt of a two-way agent takes all the turns that a prompt may take, and none is stopped.
func TestEveryPromptOfATwoWayAgentHasItsOwnTurns(t *testing.T) {
	for _, a := range twoWay {
		t.Run(a.agent.String(), func(t *testing.T) {
			server := modelserver.Start(t, a.agent.counting(1))
			h := newHome(t, a.agent, server)
			d := a.drive(h, "--max-turns", "2")
			for i := range 3 {
				fmt.Fprintf(d.stdin, a.send+"\n", i)
				d.readTo(a.over)
			}
			d.end()
			if got, want := h.result(), (result{Outcome: "finished", Turns: 6}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
			if n := len(server.Answered()); n != 6 {
				t.Errorf("%d requests were answered, want 6", n)
			}
		})
	}
}
