// Package tmux is a real terminal for tests: a shell in a tmux of its own, where a test types and looks as a person does.
// It wants tmux 3.3 or newer, dash, and Linux.
package tmux

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// patience bounds every wait. It is long for a loaded machine: nothing that works needs it.
const patience = 30 * time.Second

// A Pane is a terminal with an interactive shell, alone in its tmux server. A wait of more than 30 seconds fails the
// test and prints the screen. None of its methods may be called after the end of the test.
type Pane struct {
	tb     testing.TB
	server string   // the directory of the server's files
	env    []string // of the server and of all that runs in it
	shell  int
	tty    string

	patience time.Duration // of its waits for the screen, and for the end
}

// Start starts a shell in dir, with env, and nothing else, as the environment. At the end of the test the terminal hangs
// up. A process that then lives on for long fails the test, and is killed.
func Start(tb testing.TB, dir string, env []string, columns, rows int) *Pane {
	tb.Helper()
	server, err := os.MkdirTemp("", "tg") //nolint:usetesting // a path in TempDir is too long for a socket
	if err != nil {
		tb.Fatal(err)
	}
	p := &Pane{
		tb:       tb,
		server:   server,
		env:      append(slices.Clone(env), "PS1=$? shell> ", "TMUX_TMPDIR="+server),
		patience: patience,
	}
	tb.Cleanup(p.close)
	// The shell is dash: it never sets terminal modes, and so shows what a command has left of them.
	facts := p.tmux("",
		"set-option", "-g", "status", "off", ";",
		"set-option", "-g", "default-shell", "/bin/sh", ";",
		"set-option", "-g", "default-terminal", "tmux-256color", ";",
		"new-session", "-d", "-x", strconv.Itoa(columns), "-y", strconv.Itoa(rows), "-c", dir, "dash", "-i", ";",
		"pipe-pane", "-O", "exec cat >'"+filepath.Join(server, output)+"'", ";",
		"select-pane", "-T", Title, ";",
		"display-message", "-p", "#{pane_pid} #{pane_tty}")
	if _, err := fmt.Sscan(facts, &p.shell, &p.tty); err != nil {
		tb.Fatalf("tmux says %q of its pane: %v", facts, err)
	}
	p.WaitForPrompt()
	return p
}

// PID returns the process of the shell.
func (p *Pane) PID() int { return p.shell }

// Resize gives the terminal another size, of which the command in the foreground is told.
func (p *Pane) Resize(columns, rows int) {
	p.tb.Helper()
	p.tmux("", "resize-window", "-x", strconv.Itoa(columns), "-y", strconv.Itoa(rows))
}

// tmux has the server run commands, which ";" parts, and returns what they print.
func (p *Pane) tmux(stdin string, commands ...string) string {
	p.tb.Helper()
	out, err := p.try(stdin, commands...)
	if err != nil {
		p.tb.Fatal(err)
	}
	return out
}

func (p *Pane) try(stdin string, commands ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	args := append([]string{"-S", filepath.Join(p.server, "socket"), "-f", "/dev/null"}, commands...)
	command := exec.CommandContext(ctx, "tmux", args...)
	command.Env = p.env
	command.Stdin = strings.NewReader(stdin)
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("tmux %s: %w: %s", commands[0], err, strings.TrimSpace(stderr.String()))
	}
	return string(out), nil
}
