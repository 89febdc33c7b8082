package follow

import (
	"strings"
	"testing"
	"time"
)

func TestWithoutOpenFilesTheRolloutIsOneOfTheDirectory(t *testing.T) {
	home := t.TempDir()
	cmd := command(t, variables(t.TempDir(), "CODEX_HOME="+home), "codex")
	c := &codex{sessions: home, dir: physical(cmd.Dir)}
	s := on(t, home, Sessions{all: func() []string { return nil }})
	s.write("rollout-mine.jsonl", `{"type":"session_meta","payload":{"cwd":"`+cmd.Dir+"\"}}\n{}\n")
	s.write("rollout-another.jsonl", `{"type":"session_meta","payload":{"cwd":"/somewhere"}}`+"\n")
	s.write("rollout-broken.jsonl", "{\n")
	if got := c.ofDir(home); len(got) != 1 || got[0] != s.path("rollout-mine.jsonl") {
		t.Errorf("got %q", got)
	}
}

func TestTheChatsOfGeminiAreThoseOfItsProject(t *testing.T) {
	home := t.TempDir()
	cmd := command(t, variables(t.TempDir(), "GEMINI_CLI_HOME="+home), "gemini")
	s := on(t, home, Gemini(cmd))
	s.write(".gemini/tmp/a/.project_root", "/somewhere\n")
	s.write(".gemini/tmp/b/.project_root", cmd.Dir+"\n")
	s.write(".gemini/tmp/b/chats/session-old.jsonl", "earlier\n")
	s = on(t, home, Gemini(cmd)) // which notes what there is
	s.run()
	s.write(".gemini/tmp/b/chats/session-new.jsonl", "now\n")
	s.expect(".gemini/tmp/b/chats/session-new.jsonl", "now\n", 1)
	s.write(".gemini/tmp/a/chats/session-another.jsonl", "elsewhere\n")
	s.write(".gemini/tmp/b/chats/session-old.jsonl", "resumed\n")
	s.expect(".gemini/tmp/b/chats/session-old.jsonl", "resumed\n", 1)
	s.expect(".gemini/tmp/a/chats/session-another.jsonl", "", 0)
}

func TestTheChatsOfQwenAreThoseOfItsDirectory(t *testing.T) {
	home := t.TempDir()
	cmd := command(t, variables(t.TempDir(), "QWEN_HOME="+home), "qwen")
	slug := strings.NewReplacer("/", "-", "_", "-", ".", "-").Replace(physical(cmd.Dir))
	chat := "projects/" + slug + "/chats/" + one + ".jsonl"
	on(t, home, Sessions{all: func() []string { return nil }}).write(chat, "earlier\n")
	s := on(t, home, Qwen(cmd))
	s.run()
	s.write("projects/-somewhere/chats/"+two+".jsonl", "elsewhere\n")
	s.write(chat, "now\n")
	s.expect(chat, "now\n", 1)
	s.expect("projects/-somewhere/chats/"+two+".jsonl", "", 0)
}

func TestAFileThatAnAgentIsToldToWriteIsFollowed(t *testing.T) {
	dir := t.TempDir()
	s := on(t, dir, File(dir+"/events.jsonl"))
	s.run()
	s.write("events.jsonl", "event\n")
	s.expect("events.jsonl", "event\n", 1)
}

func TestWhereAnAgentKeepsItsSessionsIsKnownByItsName(t *testing.T) {
	for name, want := range map[string]bool{
		"pi": true, "claude": true, "codex": true, "gemini": true, "qwen": true, "copilot": true, "kimi": true, "generic": false, "": false,
	} {
		if _, ok := Of(name, command(t, nil, name), func() []int { return nil }); ok != want {
			t.Errorf("%q: got %t", name, ok)
		}
	}
}

func TestTheSessionOfCopilotIsOneOfTheDirectoryThatGrows(t *testing.T) {
	home := t.TempDir()
	cmd := command(t, variables(home, ""), "copilot")
	const sessions = ".copilot/session-state/"
	head := func(dir string) string { return `{"type":"session.start","data":{"context":{"cwd":"` + dir + "\"}}}\n" }
	on(t, home, Sessions{all: func() []string { return nil }}).write(sessions+"old/events.jsonl", head(cmd.Dir))
	s := on(t, home, Copilot(cmd))
	s.poll = 10 * time.Millisecond
	s.run()
	s.write(sessions+"new/events.jsonl", head(cmd.Dir))
	s.write(sessions+"another/events.jsonl", head("/somewhere"))
	s.write(sessions+"old/events.jsonl", "resumed\n")
	s.expect(sessions+"new/events.jsonl", head(cmd.Dir), 1)
	s.expect(sessions+"old/events.jsonl", "resumed\n", 1)
	s.expect(sessions+"another/events.jsonl", "", 0)
}

func TestTheSessionsOfKimiAreAllThatGrow(t *testing.T) {
	home := t.TempDir()
	s := on(t, home, Kimi(command(t, variables(home, ""), "kimi")))
	s.poll = 10 * time.Millisecond
	s.run()
	for _, agent := range []string{"main", "helper"} {
		file := ".kimi-code/sessions/project/1/agents/" + agent + "/wire.jsonl"
		s.write(file, "step\n")
		s.expect(file, "step\n", 1)
	}
}
