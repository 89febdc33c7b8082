package follow

import (
	"os"
	"path/filepath"
	"strings"
)

// Gemini tells where Gemini CLI keeps its chats: in a directory for each project, which is marked with the project's path.
// A new file appears with each session, and one that is resumed grows. A session also adds a summary to the file of the
// one before it, which the table ignores; another Gemini CLI at work in the same project cannot be told apart.
func Gemini(c Command) Sessions {
	home := c.Getenv("GEMINI_CLI_HOME")
	if home == "" {
		home = "~"
	}
	tmp := filepath.Join(c.home(home), ".gemini", "tmp")
	project := physical(c.Dir)
	chats := func() string {
		for _, dir := range directories(tmp) {
			if root, err := readSmall(filepath.Join(dir, ".project_root")); err == nil && physical(strings.TrimSpace(string(root))) == project {
				return filepath.Join(dir, "chats")
			}
		}
		return ""
	}
	return Sessions{
		all: func() (files []string) {
			for _, dir := range directories(tmp) {
				files = append(files, geminiChats(filepath.Join(dir, "chats"))...)
			}
			return files
		},
		running: func() (files, dirs []string) {
			dirs = []string{tmp}
			if dir := chats(); dir != "" {
				files, dirs = geminiChats(dir), append(dirs, filepath.Dir(dir), dir)
			}
			return files, dirs
		},
		parts: alone,
	}
}

// geminiChats lists the sessions in a directory. Those of sub-agents are in directories below it.
func geminiChats(dir string) []string {
	files := transcripts(dir)
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if entry.IsDir() {
			files = append(files, transcripts(filepath.Join(dir, entry.Name()))...)
		}
	}
	return files
}
