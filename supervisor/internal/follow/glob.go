package follow

import (
	"bytes"
	"os"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json"
)

// Copilot tells where Copilot CLI keeps its sessions: each in a folder of its own, and it says first in which directory it
// works. Another one at work in the same directory cannot be told apart.
func Copilot(c Command) Sessions {
	dir := physical(c.Dir)
	return matching(filepath.Join(c.home("~/.copilot"), "session-state", "*", "events.jsonl"), func(file string) bool {
		var first struct {
			Data struct {
				Context struct {
					Dir string `json:"cwd"`
				} `json:"context"`
			} `json:"data"`
		}
		content, _ := readSmall(file)
		line, _, _ := bytes.Cut(content, []byte("\n"))
		return json.Unmarshal(line, &first) == nil && physical(first.Data.Context.Dir) == dir
	})
}

// Kimi tells where Kimi Code keeps its sessions, those of sub-agents beside the agent's. They do not say whose they are,
// so all that grow count.
func Kimi(c Command) Sessions {
	pattern := filepath.Join(c.home("~/.kimi-code"), "sessions", "*", "*", "agents", "*", "wire.jsonl")
	return matching(pattern, func(string) bool { return true })
}

// matching are the sessions in files of a pattern that are written to from now on, if they are the agent's. There may be
// thousands that are not, so that those folders are not watched: what grows is found when it is looked for next.
func matching(pattern string, mine func(file string) bool) Sessions {
	start := time.Now().Add(-time.Second) // file systems have coarse clocks
	all := func() []string {
		files, _ := filepath.Glob(pattern)
		return files
	}
	return Sessions{all: all, parts: alone, running: func() (files, dirs []string) {
		for _, file := range all() {
			if info, err := os.Stat(file); err == nil && info.ModTime().After(start) && mine(file) {
				files, dirs = append(files, file), append(dirs, filepath.Dir(file))
			}
		}
		return files, dirs
	}}
}
