package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/turnguard/turnguard/supervisor/internal/cgroup"
	"github.com/turnguard/turnguard/supervisor/internal/guard"
	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// state returns the letter that the kernel has for what a process does: T for stopped, Z for a zombie; 0 if it is gone.
func state(pid int) byte {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	i := bytes.LastIndexByte(line, ')') // behind the name, which may hold any byte
	if err != nil || i < 0 || i+2 >= len(line) {
		return 0
	}
	return line[i+2]
}

func alive(pid int) bool { return !strings.ContainsRune("\x00ZXx", rune(state(pid))) }

// running returns those of the processes that are neither stopped nor frozen with their control group.
func running(pids []int) (awake []int) {
	for _, pid := range pids {
		if state(pid) != 'T' && !cgroup.Frozen(pid) {
			awake = append(awake, pid)
		}
	}
	return awake
}

// bearers returns the living processes with token in their environment, whoever's children they are by now.
func bearers(token string) (pids []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is a right one
	for _, file := range files {
		if text, err := os.ReadFile(file); err != nil || !bytes.Contains(text, []byte(token)) {
			continue // gone meanwhile, or another user's, or not ours
		}
		if pid, err := strconv.Atoi(strings.Split(file, "/")[2]); err == nil && alive(pid) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// guardOf returns turnguard's guard process, or 0.
func guardOf(turnguard int) int {
	for _, pid := range tree.Below(turnguard) {
		if isGuard(pid) {
			return pid
		}
	}
	return 0
}

func isGuard(pid int) bool {
	words := strings.Split(commandLine(pid), "\x00")
	return len(words) > 1 && words[1] == guard.Command
}

// commandLine returns a process's words, each with a NUL behind it.
func commandLine(pid int) string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)) // nothing, if it is gone
	return string(text)
}

// use is what a process has of the machine.
type use struct {
	anonymous, peak int // KiB of memory: its own now, and all at its height
	fds, threads    int
}

func useOf(pid int) (u use, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return u, fmt.Errorf("reading a process's memory: %w", err)
	}
	for line := range strings.Lines(string(status)) {
		for name, field := range map[string]*int{"RssAnon": &u.anonymous, "VmHWM": &u.peak, "Threads": &u.threads} {
			if text, found := strings.CutPrefix(line, name+":"); found {
				*field, err = strconv.Atoi(strings.Fields(text)[0])
				if err != nil {
					return u, fmt.Errorf("reading a process's memory: %w", err)
				}
			}
		}
	}
	fds, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		return u, fmt.Errorf("counting file descriptors: %w", err)
	}
	u.fds = len(fds)
	return u, nil
}
