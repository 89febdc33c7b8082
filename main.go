// Turnguard is a circuit breaker for coding agents: it counts an agent's turns and, at a limit, freezes the agent and asks
// whether it may go on.
package main

import (
	"os"
	"runtime/debug"

	"github.com/turnguard/turnguard/supervisor/command"
)

// version is set by the release build.
var version = ""

func main() { os.Exit(command.Run(os.Args, buildVersion())) }

// buildVersion is the release's version, or what the Go toolchain knows of the build.
func buildVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "dev"
}
