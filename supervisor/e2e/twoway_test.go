//go:build e2e

package e2e

import (
	"bufio"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// Every prompt of a two-way agent takes all the turns that a prompt may take, and none is stopped.
func TestEveryPromptOfATwoWayAgentHasItsOwnTurns(t *testing.T) {
	for _, test := range []struct {
		agent agent
		mode  []string
		send  string // a prompt
		over  string // what the agent prints when it is done with one
	}{
		{pi("0.74.2", "pi-0/dist/cli.js"), []string{"--mode", "rpc"}, `{"type":"prompt","message":"prompt %d"}`, `{"type":"agent_end"`},
		{pi("1.5.2", "pi-1/dist/bundle/cli.js"), []string{"--mode", "rpc"}, `{"type":"prompt","message":"prompt %d"}`, `{"type":"agent_settled"`},
		{
			claude(),
			[]string{"-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"},
			`{"type":"user","message":{"role":"user","content":"prompt %d"}}`, `"type":"result"`,
		},
	} {
		t.Run(test.agent.String(), func(t *testing.T) {
			server := modelserver.Start(t, test.agent.counting(1))
			h := newHome(t, test.agent, server)
			args := append([]string{"turnguard", "--max-turns", "2", "--result", resultFile, "--", test.agent.command}, test.mode...)
			command := h.command(args...)
			command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			stdin, err := command.StdinPipe()
			h.must(err)
			stdout, err := command.StdoutPipe()
			h.must(err)
			h.must(command.Start())
			timer := time.AfterFunc(patience, func() { _ = command.Process.Kill() })
			defer timer.Stop()

			lines := bufio.NewScanner(stdout)
			lines.Buffer(nil, 1<<20)
			for i := range 3 {
				fmt.Fprintf(stdin, test.send+"\n", i)
				readTo(lines, test.over)
			}
			h.must(stdin.Close())
			readTo(lines, "nothing more")
			h.must(command.Wait())
			if got, want := h.result(), (result{Outcome: "finished", Turns: 6}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
			if n := len(server.Answered()); n != 6 {
				t.Errorf("%d requests were answered, want 6", n)
			}
		})
	}
}

// readTo reads lines up to one with text in it, or to the end.
func readTo(lines *bufio.Scanner, text string) {
	for found := false; !found && lines.Scan(); {
		found = strings.Contains(lines.Text(), text)
	}
}
