package follow

import (
	"os"
	"path/filepath"
	"strings"
)

// Command is an agent's command as turnguard starts it.
type Command struct {
	// Argv is the command line, launchers included.
	Argv []string
	// Dir is the directory that the agent works in, absolute.
	Dir string
	// Getenv looks up a variable of the agent's environment, as os.Getenv does.
	Getenv func(string) string
}

// Sessions tells where an agent keeps the files of its sessions. Make it with Pi or Claude.
type Sessions struct {
	// all lists the files of every session that the agent may go on with.
	all func() []string
	// running lists the files of the running session, and the directories whose changes may change that list.
	running func() (files, dirs []string)
	// parts is running for a session whose file is known.
	parts func(file string) (files, dirs []string)
}

// home expands a path that a person wrote for the agent: ~ is his home directory, and a relative path begins in Dir.
func (c Command) home(path string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || rest[0] == '/') {
		path = c.Getenv("HOME") + rest
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.Dir, path)
	}
	return filepath.Clean(path)
}

// option returns the value of the last of these options on the command line, "" if there is none.
func (c Command) option(names ...string) (value string) {
	for i, word := range c.Argv {
		for _, name := range names {
			if rest, ok := strings.CutPrefix(word, name+"="); ok {
				value = rest
			} else if word == name && i+1 < len(c.Argv) {
				value = c.Argv[i+1]
			}
		}
	}
	return value
}

// physical resolves the links in a directory's path, as a program's own idea of where it works has none.
func physical(dir string) string {
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		return resolved
	}
	return dir
}

// directories lists the directories in a directory.
func directories(dir string) (dirs []string) {
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if entry.IsDir() {
			dirs = append(dirs, filepath.Join(dir, entry.Name()))
		}
	}
	return dirs
}

// transcripts lists the session files in a directory; one that cannot be read holds none.
func transcripts(dir string) (files []string) {
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), ".jsonl") {
			files = append(files, filepath.Join(dir, entry.Name()))
		}
	}
	return files
}

// Of tells where the agent of that name keeps its sessions; ok is false if it is not known. pids lists the processes of
// the agent's tree, parents first.
func Of(agent string, c Command, pids func() []int) (s Sessions, ok bool) {
	switch agent {
	case "pi":
		return Pi(c), true
	case "claude":
		return Claude(c, pids), true
	case "codex":
		return Codex(c, pids), true
	case "gemini":
		return Gemini(c), true
	case "qwen":
		return Qwen(c), true
	case "copilot":
		return Copilot(c), true
	case "kimi":
		return Kimi(c), true
	}
	return Sessions{}, false
}

// File is a session whose only file an agent is told to write.
func File(path string) Sessions {
	return Sessions{
		all:     func() []string { return nil },
		running: func() ([]string, []string) { return alone(path) },
		parts:   alone,
	}
}
