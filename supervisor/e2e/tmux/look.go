package tmux

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Title is the title that every Pane has until a command sets another one.
const Title = "shell"

// Screen returns the text that is on the screen now, without colours and trailing blanks.
func (p *Pane) Screen() string {
	p.tb.Helper()
	return strings.TrimRight(p.tmux("", "capture-pane", "-p"), "\n")
}

// History returns what has scrolled off the screen, and the screen.
func (p *Pane) History() string {
	p.tb.Helper()
	return strings.TrimRight(p.tmux("", "capture-pane", "-p", "-S", "-"), "\n")
}

// output is the file of Output, in the server's directory.
const output = "output"

// Output returns every byte that was written to the terminal so far, or nearly so: the newest may come a moment late.
func (p *Pane) Output() []byte {
	p.tb.Helper()
	written, err := os.ReadFile(filepath.Join(p.server, output))
	if err != nil {
		p.tb.Fatal(err)
	}
	return written
}

// Title returns the title of the terminal.
func (p *Pane) Title() string {
	p.tb.Helper()
	return p.format("#{pane_title}")
}

// Stty returns the settings of the terminal as stty prints them.
func (p *Pane) Stty() string {
	p.tb.Helper()
	out, err := exec.Command("stty", "-a", "-F", p.tty).CombinedOutput()
	if err != nil {
		p.fatalf("stty: %v: %s", err, out)
	}
	return string(out)
}

func (p *Pane) format(format string) string {
	p.tb.Helper()
	return strings.TrimSuffix(p.tmux("", "display-message", "-p", format), "\n")
}
