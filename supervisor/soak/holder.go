package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"github.com/turnguard/turnguard/supervisor/internal/tree"
)

// holder stands in for a shell: it leads the terminal's session and runs a command in the foreground. Unlike a shell it
// never looks after the terminal, so that nothing but turnguard can have put that right. And it ends only when the last
// process that descends from it has, whoever's child that became meanwhile; then it returns the command's status.
func holder(argv []string) int {
	if err := tree.Adopt(); err != nil {
		fmt.Fprintln(os.Stderr, "holder:", err)
		return 6
	}
	command := exec.Command(argv[0], argv[1:]...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	command.SysProcAttr = &syscall.SysProcAttr{Foreground: true}
	if err := command.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "holder:", err)
		return 6
	}
	status := 0
	for {
		var how syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &how, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			return status
		case pid == command.Process.Pid && how.Signaled():
			status = 128 + int(how.Signal())
		case pid == command.Process.Pid:
			status = how.ExitStatus()
		}
	}
}
