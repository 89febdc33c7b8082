package follow

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
)

// Pi tells where pi keeps its sessions: in one directory for each that it works in, where a new file appears with the
// first message and whenever the user begins, forks or resumes a session. pi does not say which file is its own, so all
// that grow there count as its; another pi at work in the same directory cannot be told apart.
//
// With --no-session there is nothing to follow.
func Pi(c Command) Sessions {
	if slices.Contains(c.Argv, "--no-session") {
		return Sessions{all: func() []string { return nil }, running: nowhere, parts: alone}
	}
	dirs := []string{piDir(c)}
	named := c.option("--session")
	if strings.Contains(named, "/") || strings.HasSuffix(named, ".jsonl") { // else it is an id
		named = c.home(named)
		dirs = append(dirs, filepath.Dir(named))
	} else {
		named = ""
	}
	files := func() (files []string) {
		for _, dir := range dirs {
			for _, file := range transcripts(dir) {
				// Beside a file that has a place of its own there may be others that are no sessions.
				if dir == dirs[0] || file == named || isPiName(filepath.Base(file)) {
					files = append(files, file)
				}
			}
		}
		return files
	}
	return Sessions{
		all:     files,
		running: func() ([]string, []string) { return files(), dirs },
		parts:   alone,
	}
}

func nowhere() (files, dirs []string) { return nil, nil }

// alone is a session in a single file.
func alone(file string) (files, dirs []string) { return []string{file}, []string{filepath.Dir(file)} }

// isPiName tells whether pi has made up this name: 2026-11-20T21-48-29-125Z_<id>.jsonl.
func isPiName(name string) bool {
	when, _, ok := strings.Cut(name, "_")
	return ok && len(when) == len("2006-01-02T15-04-05-000Z") && strings.HasSuffix(when, "Z")
}

// piDir is the directory of the sessions that pi begins.
func piDir(c Command) string {
	config := c.Getenv("PI_CODING_AGENT_DIR")
	if config == "" {
		config = "~/.pi/agent"
	}
	config = c.home(config)
	for _, dir := range []string{
		c.option("--session-dir"),
		c.Getenv("PI_CODING_AGENT_SESSION_DIR"),
		piSetting(filepath.Join(c.Dir, ".pi", "settings.json")),
		piSetting(filepath.Join(config, "settings.json")),
	} {
		if dir != "" {
			return c.home(dir)
		}
	}
	return filepath.Join(config, "sessions", "--"+piSlug.Replace(strings.TrimPrefix(physical(c.Dir), "/"))+"--")
}

var piSlug = strings.NewReplacer("/", "-", `\`, "-", ":", "-")

// piSetting returns the directory of the sessions that a settings file names, "" if it names none.
func piSetting(path string) string {
	var settings struct {
		SessionDir string `json:"sessionDir"`
	}
	content, err := readSmall(path)
	if err != nil || json.Unmarshal(content, &settings) != nil {
		return ""
	}
	return settings.SessionDir
}
