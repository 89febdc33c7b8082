package stats

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/detect"
)

// home is a user's home directory in a test.
type home struct {
	t   *testing.T
	dir string
}

func newHome(t *testing.T) home {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir()) // which has a link on its way on macOS
	if err != nil {
		t.Fatal(err)
	}
	return home{t, dir}
}

func (h home) getenv(name string) string {
	if name == "HOME" {
		return h.dir
	}
	return ""
}

// write puts a file there, and what leads to it.
func (h home) write(path, content string) {
	h.t.Helper()
	path = filepath.Join(h.dir, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

// piLines is a session of pi with one prompt that takes so many turns.
func piLines(dir string, turns int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"type":"session","id":"id of %s","cwd":%q}`+"\n", dir, dir)
	b.WriteString(`{"type":"message","message":{"role":"user"}}` + "\n")
	for range turns - 1 {
		b.WriteString(`{"type":"message","message":{"role":"assistant","content":[{"type":"toolCall","name":"bash"}],"stopReason":"toolUse"}}` + "\n")
		b.WriteString(`{"type":"message","message":{"role":"toolResult"}}` + "\n")
	}
	b.WriteString(`{"type":"message","message":{"role":"assistant","stopReason":"stop"}}` + "\n")
	return b.String()
}

// found reads the home and describes what it found.
func (h home) found(dirs ...string) (found []string, errs []error) {
	sessions, errs := Read(h.getenv, dirs)
	for _, s := range sessions {
		for _, p := range s.Prompts {
			found = append(found, fmt.Sprintf("%s %s: %d turns, %d calls", s.Agent, s.Project, p.Turns, p.ToolCalls))
		}
	}
	return found, errs
}

func TestEveryPlaceIsFoundInItsOrder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		agent string
		index int // of its places
		env   map[string]string
		files []string
		want  []string // path, name of the project, and whether it is a sub-agent's
	}{
		{
			"pi", 0, nil,
			[]string{".pi/agent/sessions/--p--/2_b.jsonl", ".pi/agent/sessions/--p--/1_a.jsonl", ".pi/agent/sessions/--p--/x.json", ".pi/agent/sessions/stray.jsonl"},
			[]string{".pi/agent/sessions/--p--/1_a.jsonl --p-- false", ".pi/agent/sessions/--p--/2_b.jsonl --p-- false"},
		},
		{
			"pi", 0,
			map[string]string{"PI_CODING_AGENT_DIR": "~/[pi]"},
			[]string{"[pi]/sessions/--p--/1.jsonl", ".pi/agent/sessions/--p--/1.jsonl"},
			[]string{"[pi]/sessions/--p--/1.jsonl --p-- false"},
		},
		{"pi", 1, nil, []string{"1.jsonl"}, nil},
		{
			"pi", 1,
			map[string]string{"PI_CODING_AGENT_SESSION_DIR": "~/all"},
			[]string{"all/1.jsonl"},
			[]string{"all/1.jsonl  false"},
		},
		{
			"claude", 0, nil,
			[]string{".claude/projects/-p/1.jsonl", ".claude/projects/-p/1/subagents/agent-1.jsonl", ".claude/projects/-p/1/subagents/agent-1.meta.json"},
			[]string{".claude/projects/-p/1.jsonl -p false", ".claude/projects/-p/1/subagents/agent-1.jsonl -p true"},
		},
		{
			"codex", 0, nil,
			[]string{".codex/sessions/2026/11/20/rollout-1.jsonl", ".codex/sessions/2026/11/20/other.jsonl"},
			[]string{".codex/sessions/2026/11/20/rollout-1.jsonl  false"},
		},
		{
			"gemini", 0, nil,
			[]string{
				".gemini/tmp/p/chats/session-1.jsonl", ".gemini/tmp/p/chats/1/sub.jsonl", ".gemini/tmp/p/logs.json",
				".gemini/tmp/q/chats/session-2.jsonl", ".gemini/tmp/q/.project_root=/home/me/q\n",
			},
			[]string{
				".gemini/tmp/p/chats/session-1.jsonl p false", ".gemini/tmp/q/chats/session-2.jsonl /home/me/q false",
				".gemini/tmp/p/chats/1/sub.jsonl p true",
			},
		},
		{
			"qwen", 0,
			map[string]string{"QWEN_HOME": "~/q"},
			[]string{"q/projects/-p/chats/1.jsonl", "q/projects/-p/subagents/1/agent-1.jsonl"},
			[]string{"q/projects/-p/chats/1.jsonl -p false", "q/projects/-p/subagents/1/agent-1.jsonl -p true"},
		},
	} {
		h := newHome(t)
		for _, file := range c.files {
			path, content, _ := strings.Cut(file, "=")
			h.write(path, content)
		}
		of := slices.DeleteFunc(slices.Clone(places), func(p place) bool { return p.agent != c.agent })
		files, errs := find(of[c.index:c.index+1], func(name string) string {
			if value, ok := c.env[name]; ok {
				return value
			}
			return h.getenv(name)
		}, func(string) *detect.Table { return &detect.Table{} })
		var got []string
		for _, f := range files {
			rel, err := filepath.Rel(h.dir, f.path)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprintf("%s %s %t", rel, f.project, f.sub))
		}
		if diff := cmp.Diff(c.want, got); diff != "" || errs != nil {
			t.Errorf("%s: %v (-want +got):\n%s", c.agent, errs, diff)
		}
	}
}

func TestOnlyTheProjectsThatAreAskedForAreRead(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	project := filepath.Join(h.dir, "src", "p")
	if err := os.MkdirAll(project, 0o700); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(h.dir, "link")
	if err := os.Symlink(project, link); err != nil {
		t.Fatal(err)
	}
	for i, dir := range []string{project, project + "/below", project + "rest", "/", "p"} {
		h.write(fmt.Sprintf(".pi/agent/sessions/--folder--/%d.jsonl", i), piLines(dir, i+1))
	}
	h.write(".pi/agent/sessions/--folder--/9.jsonl", strings.SplitAfterN(piLines("", 9), "\n", 2)[1])
	under := []string{"pi " + project + ": 1 turns, 0 calls", "pi " + project + "/below: 2 turns, 1 calls"}
	for _, c := range []struct {
		dirs []string
		want []string
	}{
		{[]string{project}, under},
		{[]string{link}, under},
		{[]string{project + "/../p/"}, under},
		{[]string{project + "/below"}, under[1:]},
		{[]string{"/nowhere", project + "/below"}, under[1:]},
		{[]string{"/nowhere"}, nil},
	} {
		got, errs := h.found(c.dirs...)
		if diff := cmp.Diff(c.want, got); diff != "" || errs != nil {
			t.Errorf("%v: %v (-want +got):\n%s", c.dirs, errs, diff)
		}
	}
	if got, _ := h.found(); len(got) != 6 || got[5] != "pi --folder--: 9 turns, 8 calls" {
		t.Errorf("without a directory: %q", got)
	}
}

func TestWhatCannotBeReadIsNamedAndSkipped(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	sessions := filepath.Join(h.dir, ".pi", "agent", "sessions")
	h.write(".pi/agent/sessions/--a--/1.jsonl", piLines("/a", 3))
	h.write(".pi/agent/sessions/--z--/1.jsonl", piLines("/z", 2))
	for _, err := range []error{
		unix.Mkfifo(filepath.Join(sessions, "--a--", "2.jsonl"), 0o600),
		os.Mkdir(filepath.Join(sessions, "--a--", "3.jsonl"), 0o700),
		os.Symlink("gone", filepath.Join(sessions, "--a--", "4.jsonl")),
		os.Symlink("5.jsonl", filepath.Join(sessions, "--a--", "5.jsonl")),
		os.Symlink("..", filepath.Join(sessions, "--up--")),
		os.Symlink("--round--", filepath.Join(sessions, "--round--")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	got, errs := h.found()
	if diff := cmp.Diff([]string{"pi /a: 3 turns, 2 calls", "pi /z: 2 turns, 1 calls"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	text := strings.ReplaceAll(fmt.Sprint(errs), sessions+"/", "")
	want := "[open --round--: too many levels of symbolic links open --a--/2.jsonl: not a regular file" +
		" open --a--/3.jsonl: not a regular file open --a--/4.jsonl: no such file or directory" +
		" open --a--/5.jsonl: too many levels of symbolic links]"
	if text != want {
		t.Errorf("errors\n%s\nwant\n%s", text, want)
	}
}

func TestBrokenAndHugeLinesAreSkipped(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	lines := strings.SplitAfter(piLines("/a", 3), "\n")
	huge := `{"type":"message","message":{"role":"user","content":[` + strings.Repeat(`"`+strings.Repeat("x", 100)+`",`, 50_000) + `""]}}`
	junk := "\x00\xff\n{\n{\"type\":\"message\",\"message\":{\"role\":\"user\"}\n" + huge + "\n" + `["type"]` + "\n\n"
	h.write(".pi/agent/sessions/--a--/1.jsonl", lines[0]+junk+strings.Join(lines[1:], junk)+lines[2][:50])
	got, errs := h.found()
	if diff := cmp.Diff([]string{"pi /a: 3 turns, 2 calls"}, got); diff != "" || errs != nil {
		t.Errorf("%v (-want +got):\n%s", errs, diff)
	}
}
