package follow

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// Sessions of Claude Code, and a process that does not exist.
const (
	one   = "00000000-0000-4000-8000-000000000001"
	two   = "00000000-0000-4000-8000-000000000002"
	ended = math.MaxInt32
)

// claudeStage is a configuration directory of Claude Code, whose agent is this process or one of others.
func claudeStage(t *testing.T, argv string, pids ...int) *stage {
	t.Helper()
	config := t.TempDir()
	cmd := command(t, variables(t.TempDir(), "CLAUDE_CONFIG_DIR="+config), strings.Fields(argv)...)
	return on(t, config, Claude(cmd, func() []int { return pids }))
}

// register lets a process of this number say its session, as Claude Code does: whole, under another name first.
func (s *stage) register(pid int, session string) {
	s.t.Helper()
	s.must(os.RemoveAll(s.path("sessions/new")))
	s.write("sessions/new", fmt.Sprintf(`{"pid":%d,"sessionId":%q,"cwd":"/somewhere"}`, pid, session))
	s.must(os.Rename(s.path("sessions/new"), s.path(fmt.Sprintf("sessions/%d.json", pid))))
}

func transcript(session string) string { return "projects/-some-project/" + session + ".jsonl" }

func TestClaudeSaysItsSession(t *testing.T) {
	s := claudeStage(t, "claude", os.Getpid())
	s.run()
	s.write(transcript(two), "another Claude\n")
	s.register(os.Getpid(), one)
	s.write(transcript(one), "prompt\n")
	s.register(os.Getpid(), one) // its state has changed
	s.expect(transcript(one), "prompt\n", 1)
	s.write(transcript(one), "answer\n")
	s.expect(transcript(one), "prompt\nanswer\n", 1)
	s.expect(transcript(two), "", 0)
}

func TestTheDirectoryOfClaudesProjectIsWatched(t *testing.T) {
	config := t.TempDir()
	cmd := command(t, variables(t.TempDir(), "CLAUDE_CONFIG_DIR="+config), "claude", "--session-id", one)
	slug := strings.NewReplacer("/", "-", "_", "-", ".", "-").Replace(physical(cmd.Dir))
	_, dirs := Claude(cmd, func() []int { return nil }).running()
	if want := []string{config + "/sessions", config + "/projects/" + slug}; !slices.Equal(dirs, want) {
		t.Errorf("got %q, want %q", dirs, want)
	}
}

func TestClaudeMayBeAChildOfTheCommand(t *testing.T) {
	s := claudeStage(t, "npx claude", ended, os.Getpid())
	s.register(os.Getpid(), one)
	s.run()
	s.write(transcript(one), "prompt\n")
	s.register(os.Getpid(), one)
	s.expect(transcript(one), "prompt\n", 1)
}

func TestClaudeClears(t *testing.T) {
	s := claudeStage(t, "claude", os.Getpid())
	s.register(os.Getpid(), one)
	s.write(transcript(one), "prompt\n")
	s.run()
	s.expect(transcript(one), "prompt\n", 1)
	s.register(os.Getpid(), two)
	s.write(transcript(two), "next\n")
	s.register(os.Getpid(), two)
	s.expect(transcript(two), "next\n", 1)
}

func TestWhatClaudeResumesDoesNotCountAgain(t *testing.T) {
	config := t.TempDir()
	cmd := command(t, variables(t.TempDir(), "CLAUDE_CONFIG_DIR="+config), "claude", "--continue")
	before := standIn(t, config)
	sub := strings.TrimSuffix(transcript(one), ".jsonl") + "/subagents/agent-1.jsonl"
	before.write(transcript(one), "history\n")
	before.write(sub, "helped\n")
	s := on(t, config, Claude(cmd, func() []int { return []int{os.Getpid()} }))
	s.write(transcript(one), "prompt\n") // before its process is found
	s.register(os.Getpid(), one)
	s.run()
	s.expect(transcript(one), "prompt\n", 1)
	s.write(sub, "helps again\n")
	s.expect(sub, "helps again\n", 1)
}

func TestSubAgentsOfClaudeHaveFilesOfTheirOwn(t *testing.T) {
	s := claudeStage(t, "claude", os.Getpid())
	s.register(os.Getpid(), one)
	s.write(transcript(one), "prompt\n")
	s.run()
	s.expect(transcript(one), "prompt\n", 1)
	dir := strings.TrimSuffix(transcript(one), ".jsonl") + "/subagents/"
	for i := range 3 {
		name := fmt.Sprintf("%sagent-%d.jsonl", dir, i)
		s.write(name, "help\n")
		s.expect(name, "help\n", 1)
	}
}

func TestSubAgentsOfASessionThatSomebodyNamesAreFollowed(t *testing.T) {
	s := claudeStage(t, "claude")
	s.run()
	s.Use(s.path(transcript(one)))
	s.write(transcript(one), "prompt\n")
	s.expect(transcript(one), "prompt\n", 1)
	sub := strings.TrimSuffix(transcript(one), ".jsonl") + "/subagents/agent-1.jsonl"
	s.write(sub, "help\n")
	s.expect(sub, "help\n", 1)
}

func TestTheCommandLineMayNameTheSessionOfClaude(t *testing.T) {
	for argv, want := range map[string]string{
		"claude --session-id " + one:                   one,
		"claude --resume=" + one:                       one,
		"claude -r " + one + " -p hello":               one,
		"claude --resume":                              "",
		"claude --resume -p":                           "",
		"claude -p --resume ../../etc":                 "",
		"claude -r " + strings.ToUpper("ab") + one[2:]: "",
	} {
		s := claudeStage(t, argv)
		s.write(transcript(one), "prompt\n")
		got, _ := s.sessions.running()
		if want == "" && len(got) != 0 || want != "" && (len(got) != 1 || got[0] != s.path(transcript(want))) {
			t.Errorf("%s: got %q", argv, got)
		}
	}
}

func TestWhatAProcessSaysComesBeforeTheCommandLine(t *testing.T) {
	s := claudeStage(t, "claude --resume "+one, os.Getpid())
	s.register(os.Getpid(), two)
	s.write(transcript(one), "the session that was forked from\n")
	s.write(transcript(two), "prompt\n")
	end := s.run()
	s.expect(transcript(two), "prompt\n", 1)
	end()
	s.expect(transcript(one), "", 0)
}

func TestNoOtherProcessNamesTheSessionOfClaude(t *testing.T) {
	for name, register := range map[string]func(*stage){
		"one that is none of the agent's": func(s *stage) { s.register(ended-1, one) },
		"a file of another's": func(s *stage) {
			s.write(fmt.Sprintf("sessions/%d.json", os.Getpid()), `{"pid":1,"sessionId":"`+one+`"}`)
		},
		"an id that leads elsewhere": func(s *stage) { s.register(os.Getpid(), "../-some-project/"+one) },
		"a pattern":                  func(s *stage) { s.register(os.Getpid(), "*") },
		"half a file":                func(s *stage) { s.write(fmt.Sprintf("sessions/%d.json", os.Getpid()), `{"pid":`) },
		"no process":                 func(s *stage) { s.register(0, one) },
	} {
		s := claudeStage(t, "claude", os.Getpid())
		register(s)
		s.write(transcript(one), "prompt\n")
		if got, _ := s.sessions.running(); len(got) != 0 {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

func TestTheSessionOfClaudeIsRememberedWhenItHasEnded(t *testing.T) {
	s := claudeStage(t, "claude", os.Getpid())
	s.register(os.Getpid(), one)
	s.write(transcript(one), "prompt\n")
	end := s.run()
	s.expect(transcript(one), "prompt\n", 1)
	s.must(os.RemoveAll(s.path("sessions")))
	s.write(transcript(one), "answer\n")
	end()
	s.expect(transcript(one), "prompt\nanswer\n", 1)
}

func TestTheNextProcessIsLookedForWhenOneHasEnded(t *testing.T) {
	s := claudeStage(t, "claude", ended, os.Getpid())
	s.register(ended, one)
	s.write(transcript(one), "prompt\n")
	s.write(transcript(two), "started again by its launcher\n")
	end := s.run()
	s.expect(transcript(one), "prompt\n", 1)
	s.must(os.Remove(s.path(fmt.Sprintf("sessions/%d.json", ended))))
	s.register(os.Getpid(), two)
	s.expect(transcript(two), "started again by its launcher\n", 1)
	end()
}
