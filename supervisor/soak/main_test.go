package main

import (
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"github.com/turnguard/turnguard/supervisor/command"
	"github.com/turnguard/turnguard/supervisor/internal/guard"
)

// TestMain makes the test binary play turnguard when it is called by that name, and the agents.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && play(os.Args[1:]) {
		return
	}
	if filepath.Base(os.Args[0]) == "turnguard" || len(os.Args) > 1 && os.Args[1] == guard.Command {
		os.Exit(command.Run(os.Args, "test"))
	}
	goleak.VerifyTestMain(m)
}
