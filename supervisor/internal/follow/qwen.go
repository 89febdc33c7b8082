package follow

import (
	"path/filepath"
	"regexp"
)

// Qwen tells where Qwen Code keeps its chats: in one directory for each project that it works in. Its lines come late, so
// this is the last resort. Another Qwen Code at work in the same directory cannot be told apart.
func Qwen(c Command) Sessions {
	config := c.Getenv("QWEN_HOME")
	if config == "" {
		config = "~/.qwen"
	}
	projects := filepath.Join(c.home(config), "projects")
	chats := filepath.Join(projects, qwenSlug.ReplaceAllString(physical(c.Dir), "-"), "chats")
	return Sessions{
		all: func() (files []string) {
			for _, project := range directories(projects) {
				files = append(files, transcripts(filepath.Join(project, "chats"))...)
			}
			return files
		},
		running: func() ([]string, []string) { return transcripts(chats), []string{projects, filepath.Dir(chats), chats} },
		parts:   alone,
	}
}

var qwenSlug = regexp.MustCompile(`[^A-Za-z0-9]`)
