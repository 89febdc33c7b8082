//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// These tests leave turnguard out, too: they show that an agent does as the command line says that resumes its session.

const lastWords = "Finished." // one word, which comes in one piece

func TestAFinishedSessionAnswersOnceMore(t *testing.T) {
	for _, a := range forms() {
		t.Run(a.form(), func(t *testing.T) {
			script := a.counting(2)
			script.Words, script.Final = words, lastWords
			server := modelserver.Start(t, script)
			h := newHome(t, a, server)
			if got := run(t, h.bare("count")); got.status != 0 {
				t.Fatalf("status %d: %s", got.status, got.stderr)
			}
			h.salvage(server)
		})
	}
}

func TestASessionThatWasKilledInAToolAnswersOnceMore(t *testing.T) {
	const tool = "touch busy; while [ -e busy ]; do sleep 0.1; done"
	for _, a := range forms() {
		t.Run(a.form(), func(t *testing.T) {
			server := modelserver.Start(t, modelserver.Script{
				Steps: []modelserver.Step{{Calls: []modelserver.Call{a.run(tool)}}}, Words: words, Final: lastWords,
			})
			h := newHome(t, a, server)
			command := h.bare("work")
			command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			h.must(command.Start())
			busy := filepath.Join(h.dir, "project", "busy")
			running := func() bool { return read(busy) != nil && bytes.Contains(read(h.session()), []byte(tool)) }
			for deadline := time.Now().Add(patience); !running() && time.Now().Before(deadline); {
				time.Sleep(20 * time.Millisecond)
			}
			h.must(command.Process.Kill())
			_ = command.Wait()
			h.must(os.Remove(busy)) // which ends the tool, too
			h.salvage(server)
		})
	}
}

// forms returns each agent twice: as it prints JSON lines, and as it prints text.
func forms() (both []agent) {
	for _, a := range agents {
		both = append(both, a)
		a.headless = []string{"-p"}
		both = append(both, a)
	}
	return both
}

func (a agent) form() string { return a.String() + " " + strings.Join(a.headless, " ") }

// session returns the only file of a session, or nothing if it has not been written yet.
func (h *home) session() string {
	h.t.Helper()
	for _, pattern := range []string{".pi/agent/sessions/*/*.jsonl", ".claude/projects/*/*.jsonl"} {
		files, err := filepath.Glob(filepath.Join(h.dir, pattern))
		h.must(err)
		if len(files) == 1 {
			return files[0]
		}
	}
	return ""
}

// salvage has the session answer to the words, and expects one request, without tools, and what the agent prints.
func (h *home) salvage(server *modelserver.Server) {
	h.t.Helper()
	name := strings.TrimSuffix(filepath.Base(h.session()), ".jsonl")
	id := name[strings.LastIndex(name, "_")+1:] // pi puts the time in front of it
	before := len(server.Requests())
	argv := append([]string{h.agent.command}, h.agent.headless...)
	got := run(h.t, h.command(detect.ForCommand(argv).Salvage(argv, id, "- "+words)...))
	if got.status != 0 || got.stderr != "" {
		h.t.Errorf("status %d: %s", got.status, got.stderr)
	}
	requests := server.Requests()[before:]
	if len(requests) != 1 || requests[0].Tools != 0 || requests[0].Words != 1 || requests[0].Status != 200 {
		h.t.Errorf("%+v, want one request with the words and no tools", requests)
	}
	first, _, _ := strings.Cut(got.stdout, "\n")
	if isJSON := json.Valid([]byte(first)); !strings.Contains(got.stdout, lastWords) || isJSON != (len(argv) > 2) {
		h.t.Errorf("%q printed\n%s", argv, got.stdout)
	}
}
