//go:build e2e

package e2e

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// An agent is one of the real programs, and all that is particular about it.
type agent struct {
	command  string // as a person types it
	version  string
	program  string   // what the command is a link to, below agents/node_modules
	headless []string // arguments that make it print JSON lines and end; the prompt comes behind them
	tui      []string // arguments for its TUI
	shell    string   // its tool that runs a shell command
	argument string   // how that tool calls the command
	busy     string   // what is on its screen, in its TUI, while it works
	editor   editor   // where on its screen a prompt is typed

	files       func(home, url string) map[string]string // its configuration, by path below the home directory
	environment func(home, url string) []string
}

// The agents that have a hook, which most tests want.
var agents = []agent{
	pi("0.74.2", "pi-0/dist/cli.js"),
	pi("1.5.2", "pi-1/dist/bundle/cli.js"),
	claude(),
}

func claude() agent {
	return agent{
		command:  "claude",
		version:  "2.1.329",
		program:  ".bin/claude",
		headless: []string{"-p", "--output-format", "stream-json", "--verbose"},
		shell:    "Bash",
		argument: "command",
		busy:     "esc to interrupt",
		editor:   betweenRules,
		files: func(home, _ string) map[string]string {
			return map[string]string{
				".claude/settings.json": `{"permissions":{"defaultMode":"acceptEdits","allow":["Agent","Bash"]}}`,
				".claude/.claude.json": fmt.Sprintf(`{"hasCompletedOnboarding":true,"hasSeenAutoDefaultNudge":true,"theme":"dark",
					"customApiKeyResponses":{"approved":["dummy"]},
					"projects":{%q:{"hasTrustDialogAccepted":true}}}`, filepath.Join(home, "project")),
			}
		},
		environment: func(home, url string) []string {
			return []string{
				"ANTHROPIC_API_KEY=dummy",
				"ANTHROPIC_BASE_URL=" + url,
				"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
				"CLAUDE_CONFIG_DIR=" + filepath.Join(home, ".claude"),
			}
		},
	}
}

func pi(version, program string) agent {
	return agent{
		command:  "pi",
		version:  version,
		program:  program,
		headless: []string{"--mode", "json", "-p"},
		shell:    "bash",
		argument: "command",
		busy:     "Working",
		editor:   betweenRules,
		files: func(_, url string) map[string]string {
			return map[string]string{
				".pi/agent/models.json": fmt.Sprintf(`{"providers":{"scripted":{"baseUrl":"%s/v1",
					"api":"openai-completions","apiKey":"dummy","models":[{"id":"scripted"}]}}}`, url),
				".pi/agent/settings.json": `{"defaultProvider":"scripted","defaultModel":"scripted",
					"retry":{"baseDelayMs":100}}`,
			}
		},
		environment: func(home, _ string) []string {
			return []string{
				"PI_CODING_AGENT_DIR=" + filepath.Join(home, ".pi/agent"),
				"PI_OFFLINE=1",
				"PI_SKIP_VERSION_CHECK=1",
				"PI_TELEMETRY=0",
			}
		},
	}
}

func (a agent) String() string { return a.command + " " + a.version }

// installed is where the npm lock file puts a program.
func installed(program string) string { return filepath.Join("agents", "node_modules", program) }

// node is the Node.js that npm has installed for this platform.
func node() string { return installed("node-" + platform() + "/bin/node") }

// platform is this one, as Node.js calls it.
func platform() string {
	return runtime.GOOS + "-" + strings.Replace(runtime.GOARCH, "amd64", "x64", 1)
}

// run asks the agent to run a shell command.
func (a agent) run(command string) modelserver.Call {
	return modelserver.Call{Tool: a.shell, Arguments: map[string]any{a.argument: command}}
}

// counting is a script that has the agent run a tool in each of n turns, and end in one more.
func (a agent) counting(n int) modelserver.Script {
	var script modelserver.Script
	for i := range n {
		script.Steps = append(script.Steps, modelserver.Step{
			Text:  "one more",
			Calls: []modelserver.Call{a.run(fmt.Sprintf("echo tool %d", i+1))},
		})
	}
	return script
}
