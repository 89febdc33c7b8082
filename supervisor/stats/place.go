package stats

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// place is where an agent keeps its session files. They are read by the Log of the agent's table.
type place struct {
	agent    string
	variable string // names the directory, if it is set
	dir      string // otherwise; ~ is the user's home, and "" is nowhere

	// What to look for in the directory. PROJECT is any folder, and is named after a project.
	sessions  string
	subagents string // the same for files of sub-agents only, "" if there are none
	marker    string // a file in PROJECT that holds the path of the project, "" if there is none
}

const projectFolder = "PROJECT"

var places = []place{
	{
		agent: "pi", variable: "PI_CODING_AGENT_DIR", dir: "~/.pi/agent",
		sessions: "sessions/PROJECT/*.jsonl",
	},
	{
		agent: "pi", variable: "PI_CODING_AGENT_SESSION_DIR",
		sessions: "*.jsonl",
	},
	{
		agent: "claude", variable: "CLAUDE_CONFIG_DIR", dir: "~/.claude",
		sessions: "projects/PROJECT/*.jsonl", subagents: "projects/PROJECT/*/subagents/*.jsonl",
	},
	{
		agent: "codex", variable: "CODEX_HOME", dir: "~/.codex",
		sessions: "sessions/*/*/*/rollout-*.jsonl",
	},
	{
		agent: "gemini", variable: "GEMINI_CLI_HOME", dir: "~",
		sessions: ".gemini/tmp/PROJECT/chats/session-*.jsonl", subagents: ".gemini/tmp/PROJECT/chats/*/*.jsonl",
		marker: ".project_root",
	},
	{
		agent: "qwen", variable: "QWEN_HOME", dir: "~/.qwen",
		sessions: "projects/PROJECT/chats/*.jsonl", subagents: "projects/PROJECT/subagents/*/*.jsonl",
	},
	{
		agent: "qwen", variable: "QWEN_RUNTIME_DIR",
		sessions: "projects/PROJECT/chats/*.jsonl", subagents: "projects/PROJECT/subagents/*/*.jsonl",
	},
}

// root returns the directory of the place, "" if there is none.
func (p place) root(getenv func(string) string) string {
	dir := getenv(p.variable)
	if dir == "" {
		dir = p.dir
	}
	if rest, ok := strings.CutPrefix(dir, "~"); ok && (rest == "" || rest[0] == '/') {
		dir = getenv("HOME") + rest
	}
	return dir
}

// walk looks for files.
type walk struct {
	found  func(path, folder string) // folder is the PROJECT on the way to path, "" if there is none
	failed func(error)
}

// below finds the files in dir that a pattern leads to, in the order of their names. Links are followed; as no step leads
// up, they lead into no loop.
func (w walk) below(dir string, pattern []string, folder string) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		w.failed(err)
	}
	for _, entry := range entries {
		name, path := entry.Name(), filepath.Join(dir, entry.Name())
		at := folder
		if pattern[0] == projectFolder {
			at = path
		} else if ok, err := filepath.Match(pattern[0], name); err != nil || !ok {
			continue
		}
		switch {
		case len(pattern) == 1:
			w.found(path, at)
		case entry.IsDir() || entry.Type() == fs.ModeSymlink:
			w.below(path, pattern[1:], at)
		}
	}
}

// name returns what a project is called whose session files are kept in folder.
func (p place) name(folder string) string {
	if folder == "" {
		return ""
	}
	if p.marker != "" {
		if path := firstLine(filepath.Join(folder, p.marker)); path != "" {
			return path
		}
	}
	return filepath.Base(folder)
}
