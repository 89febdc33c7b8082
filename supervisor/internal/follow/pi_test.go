package follow

import (
	"path/filepath"
	"strings"
	"testing"
)

// variables is the environment of somebody at home in a directory, given as words.
func variables(home, words string) map[string]string {
	env := map[string]string{"HOME": home}
	for word := range strings.FieldsSeq(words) {
		name, value, _ := strings.Cut(word, "=")
		env[name] = value
	}
	return env
}

func TestPiKeepsItsSessionsWhereItIsTold(t *testing.T) {
	for _, c := range []struct{ name, argv, env, settings, project, want string }{
		{name: "by default", argv: "pi", want: "~/.pi/agent/sessions/--SLUG--"},
		{name: "in its own directory", argv: "pi", env: "PI_CODING_AGENT_DIR=~/x", want: "~/x/sessions/--SLUG--"},
		{name: "by a variable", argv: "pi", env: "PI_CODING_AGENT_SESSION_DIR=~/v", want: "~/v"},
		{
			name: "by a flag first", argv: "npx pi --session-dir f -p hello",
			env: "PI_CODING_AGENT_SESSION_DIR=~/v", want: "PROJECT/f",
		},
		{name: "by its settings", argv: "pi", settings: `{"theme":"dark","sessionDir":"~/s"}`, want: "~/s"},
		{
			name: "by the project's settings first", argv: "pi",
			settings: `{"sessionDir":"~/s"}`, project: `{"sessionDir":".pi/s"}`, want: "PROJECT/.pi/s",
		},
		{name: "by no settings that are broken", argv: "pi", settings: `{"sessionDir":`, want: "~/.pi/agent/sessions/--SLUG--"},
	} {
		home := t.TempDir()
		cmd := command(t, variables(home, c.env), strings.Fields(c.argv)...)
		s := standIn(t, home)
		if c.settings != "" {
			s.write(".pi/agent/settings.json", c.settings)
		}
		if c.project != "" {
			s.write(filepath.Join(cmd.Dir, ".pi/settings.json"), c.project)
		}
		slug := strings.ReplaceAll(strings.TrimPrefix(physical(cmd.Dir), "/"), "/", "-")
		want := strings.NewReplacer("~", home, "PROJECT", cmd.Dir, "SLUG", slug).Replace(c.want)
		if got := piDir(cmd); got != want {
			t.Errorf("%s: got %s, want %s", c.name, got, want)
		}
	}
}

func TestPiSlug(t *testing.T) {
	c := Command{Dir: `/no/such dir/a:b\c`, Getenv: func(string) string { return "" }}
	if got, want := filepath.Base(piDir(c)), "--no-such dir-a-b-c--"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestEachPiSessionOfTheDirectoryIsFollowed(t *testing.T) {
	s := stand(t)
	s.run()
	s.write("2026-11-20T21-48-29-125Z_1.jsonl", "first\n")
	s.expect("2026-11-20T21-48-29-125Z_1.jsonl", "first\n", 1)
	s.write("2026-11-20T21-50-00-000Z_2.jsonl", "after /new\n")
	s.expect("2026-11-20T21-50-00-000Z_2.jsonl", "after /new\n", 1)
	s.write("2026-11-20T21-48-29-125Z_1.jsonl", "after /resume\n")
	s.expect("2026-11-20T21-48-29-125Z_1.jsonl", "first\nafter /resume\n", 1)
}

func TestPiMayBeGivenAFile(t *testing.T) {
	home := t.TempDir()
	cmd := command(t, variables(home, ""), "pi", "--session", "my.jsonl")
	s := on(t, cmd.Dir, Pi(cmd))
	end := s.run()
	s.write("data.jsonl", "no session\n")
	s.write("my.jsonl", "one\n")
	s.expect("my.jsonl", "one\n", 1)
	s.write("2026-11-20T21-50-00-000Z_2.jsonl", "after /new\n")
	s.expect("2026-11-20T21-50-00-000Z_2.jsonl", "after /new\n", 1)
	end()
	s.expect("data.jsonl", "", 0)
}

func TestPiWithoutASessionLeavesNothingToFollow(t *testing.T) {
	dir := t.TempDir()
	s := on(t, dir, Pi(command(t, variables(dir, "PI_CODING_AGENT_SESSION_DIR="+dir), "pi", "--no-session")))
	end := s.run()
	s.write("a.jsonl", "of another pi\n")
	end()
	s.expect("a.jsonl", "", 0)
}

func TestAnIDIsNoFileOfPi(t *testing.T) {
	cmd := command(t, variables(t.TempDir(), ""), "pi", "--session", "01a1faee")
	s := on(t, cmd.Dir, Pi(cmd))
	s.write("01a1faee.jsonl", "not there\n")
	if files, dirs := s.sessions.running(); len(files) != 0 || len(dirs) != 1 {
		t.Errorf("got %q in %q", files, dirs)
	}
}
