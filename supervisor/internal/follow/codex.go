package follow

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// Codex tells where Codex keeps its rollouts: in a directory for each day, where the file of a session appears with its
// first prompt. One that is resumed grows where it was begun, so the newest is not the agent's: it is the one that a
// process of the agent's tree has open. pids lists these. Where that cannot be seen, it is one that grows and that says
// that it is of the agent's directory.
func Codex(c Command, pids func() []int) Sessions {
	config := c.Getenv("CODEX_HOME")
	if config == "" {
		config = "~/.codex"
	}
	codex := &codex{sessions: physical(filepath.Join(c.home(config), "sessions")), dir: physical(c.Dir), pids: pids}
	return Sessions{all: codex.all, running: codex.running, parts: alone}
}

type codex struct {
	sessions string
	dir      string // that the agent works in
	pids     func() []int
	mine     []string // rollouts that were found open
}

func (c *codex) all() []string {
	files, _ := filepath.Glob(filepath.Join(c.sessions, "*", "*", "*", "rollout-*.jsonl"))
	return files
}

func (c *codex) running() (files, dirs []string) {
	dirs = []string{c.sessions}
	today := c.sessions
	for _, part := range strings.Split(time.Now().Format("2006 01 02"), " ") {
		today = filepath.Join(today, part)
		dirs = append(dirs, today)
	}
	if !hasFDs {
		return c.ofDir(today), dirs
	}
	for _, pid := range c.pids() {
		for _, file := range c.open(pid) {
			if !slices.Contains(c.mine, file) {
				c.mine = append(c.mine, file)
			}
		}
	}
	for _, file := range c.mine { // one that is resumed is of another day
		dirs = append(dirs, filepath.Dir(file))
	}
	return c.mine, dirs
}

// hasFDs tells whether it can be seen which files a process has open.
var hasFDs = func() bool { _, err := os.Stat("/proc/self/fd"); return err == nil }()

// open lists the rollouts that a process has open.
func (c *codex) open(pid int) (files []string) {
	dir := filepath.Join("/proc", strconv.Itoa(pid), "fd")
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		file, err := os.Readlink(filepath.Join(dir, entry.Name()))
		if err == nil && strings.HasPrefix(file, c.sessions+"/") && strings.HasSuffix(file, ".jsonl") {
			files = append(files, file)
		}
	}
	return files
}

// ofDir lists the rollouts in a day's directory that are of the agent's own one.
func (c *codex) ofDir(day string) (files []string) {
	for _, file := range transcripts(day) {
		var first struct {
			Payload struct {
				Dir string `json:"cwd"`
			} `json:"payload"`
		}
		content, _ := readSmall(file)
		line, _, _ := bytes.Cut(content, []byte("\n"))
		if json.Unmarshal(line, &first) == nil && physical(first.Payload.Dir) == c.dir {
			files = append(files, file)
		}
	}
	return files
}
