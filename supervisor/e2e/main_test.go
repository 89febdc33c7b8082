//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// turnguard is the program under test.
var turnguard string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "turnguard")
	if err == nil {
		turnguard = filepath.Join(dir, "turnguard")
		err = prepare()
	}
	code := 1
	if err == nil {
		code = m.Run()
	} else {
		fmt.Fprintln(os.Stderr, err)
	}
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

func prepare() error {
	programs := []string{node()}
	for _, a := range everyone {
		programs = append(programs, installed(a.program))
	}
	for _, p := range programs {
		if _, err := os.Stat(p); err != nil {
			return fmt.Errorf("%w: run agents/install.sh first", err)
		}
	}
	if out, err := exec.Command("go", "build", "-o", turnguard, "../..").CombinedOutput(); err != nil {
		return fmt.Errorf("build turnguard: %w\n%s", err, out)
	}
	return nil
}
