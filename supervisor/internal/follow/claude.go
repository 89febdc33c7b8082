package follow

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"golang.org/x/sys/unix"
)

// Claude tells where Claude Code keeps its transcripts: in one directory for each project, and those of a session's
// sub-agents in one below. While it runs, a file that is named after its process names its session; /clear and /resume
// change that. pids lists the processes of the agent's tree, parents first, since the command may be a launcher. Until
// there is such a file, the session that the command line names is followed.
func Claude(c Command, pids func() []int) Sessions {
	config := c.Getenv("CLAUDE_CONFIG_DIR")
	if config == "" {
		config = "~/.claude"
	}
	config = c.home(config)
	claude := &claude{
		registry: filepath.Join(config, "sessions"),
		projects: filepath.Join(config, "projects"),
		dir:      physical(c.Dir),
		pids:     pids,
	}
	if id := c.option("--session-id", "--resume", "-r"); isSessionID(id) {
		claude.session = id
	}
	return Sessions{all: claude.all, running: claude.running, parts: claudeParts}
}

// claude is what is known of a running Claude Code.
type claude struct {
	registry string // holds a file for each process
	projects string // holds a directory for each project
	dir      string // that it works in
	pids     func() []int

	pid     int    // 0: not known yet
	session string // its id, "" if not known yet
	file    string // its transcript, "" if not found yet
}

func (c *claude) all() (files []string) {
	for _, project := range directories(c.projects) {
		files = append(files, transcripts(project)...)
		for _, session := range directories(project) {
			files = append(files, transcripts(filepath.Join(session, subagents))...)
		}
	}
	return files
}

const subagents = "subagents"

// claudeParts lists a session's transcript and those of its sub-agents.
func claudeParts(file string) (files, dirs []string) {
	subs := filepath.Join(strings.TrimSuffix(file, ".jsonl"), subagents)
	return append(transcripts(subs), file), []string{filepath.Dir(file), subs}
}

func (c *claude) running() (files, dirs []string) {
	c.identify()
	dirs = []string{c.registry}
	if c.session == "" {
		return nil, dirs
	}
	if c.file == "" {
		// The directory may be named otherwise than expected, so they are all searched; this one is watched.
		dirs = append(dirs, filepath.Join(c.projects, claudeSlug.ReplaceAllString(c.dir, "-")))
		for _, project := range directories(c.projects) {
			file := filepath.Join(project, c.session+".jsonl")
			if _, err := os.Lstat(file); err == nil {
				c.file = file
			}
		}
	}
	if c.file == "" {
		return nil, dirs
	}
	files, more := claudeParts(c.file)
	return files, append(dirs, more...)
}

var claudeSlug = regexp.MustCompile(`[^A-Za-z0-9]`)

// identify finds the process, and the session that it is in now. It remembers both when they are gone.
func (c *claude) identify() {
	if c.pid == 0 || unix.Kill(c.pid, 0) != nil {
		c.pid = c.search()
	}
	if c.pid == 0 {
		return
	}
	if session := c.registered(c.pid); session != "" && session != c.session {
		c.session, c.file = session, ""
	}
}

// search returns the first process of the tree that has a session, 0 if there is none.
func (c *claude) search() int {
	if registered, err := os.ReadDir(c.registry); err != nil || len(registered) == 0 {
		return 0 // without a walk through all processes
	}
	for _, pid := range c.pids() {
		if c.registered(pid) != "" {
			return pid
		}
	}
	return 0
}

// registered returns the session that a process is in, "" if it says none.
func (c *claude) registered(pid int) string {
	var entry struct {
		PID     int    `json:"pid"`
		Session string `json:"sessionId"`
	}
	content, err := readSmall(filepath.Join(c.registry, strconv.Itoa(pid)+".json"))
	if err != nil || json.Unmarshal(content, &entry) != nil || entry.PID != pid || !isSessionID(entry.Session) {
		return ""
	}
	return entry.Session
}

var sessionID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

func isSessionID(id string) bool { return sessionID.MatchString(id) }
