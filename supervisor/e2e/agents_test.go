//go:build e2e

package e2e

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/turnguard/turnguard/supervisor/e2e/modelserver"
)

// These tests leave turnguard out: they show that the agents and the model server are what the others take them for.

func TestEachAgentIsTheOneThatIsPinned(t *testing.T) {
	for _, a := range everyone {
		t.Run(a.String(), func(t *testing.T) {
			h := newHome(t, a, modelserver.Start(t, modelserver.Script{}))
			got := run(t, h.command(a.command, "--version"))
			if !strings.Contains(got.stdout+got.stderr, a.version) {
				t.Errorf("%+v, want %s", got, a.version)
			}
		})
	}
}

func TestAnAgentMakesOneRequestForEachTurn(t *testing.T) {
	for _, a := range everyone {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(3)
			script.Steps[1].Calls = append(script.Steps[1].Calls, a.run("echo another"))
			script.Final = "Finished."
			server := modelserver.Start(t, script)
			got := run(t, newHome(t, a, server).bare("count"))
			if got.status != 0 {
				t.Errorf("status %d: %s", got.status, got.stderr)
			}
			for _, said := range []string{"tool 1", "tool 2", "another", "tool 3", "Finished."} {
				if !strings.Contains(got.stdout, said) {
					t.Errorf("%q is not in the output:\n%s", said, got.stdout)
				}
			}
			if arrived, answered := len(server.Main()), len(server.Answered()); arrived != 4 || answered != 4 {
				t.Errorf("%d requests, %d answered, want 4 and 4", arrived, answered)
			}
		})
	}
}

func TestAnAgentRetriesWhatFails(t *testing.T) {
	for _, a := range everyone {
		t.Run(a.String(), func(t *testing.T) {
			script := a.counting(2)
			script.Steps[0].Fail = []modelserver.Failure{{Status: 500}}
			script.Steps[1].Fail = []modelserver.Failure{{Status: 429, RetryAfter: time.Second}, {Status: 529}}
			server := modelserver.Start(t, script)
			if got := run(t, newHome(t, a, server).bare("count")); got.status != 0 {
				t.Errorf("status %d: %s", got.status, got.stderr)
			}
			if arrived, answered := len(server.Main()), len(server.Answered()); arrived != 6 || answered != 3 {
				t.Errorf("%d requests, %d answered, want 6 and 3", arrived, answered)
			}
		})
	}
}

func TestAnAgentStartsWithACleanEnvironment(t *testing.T) {
	t.Setenv("CI", "true")
	for _, a := range everyone {
		t.Run(a.String(), func(t *testing.T) {
			server := modelserver.Start(t, modelserver.Script{Steps: []modelserver.Step{
				{Calls: []modelserver.Call{a.run("env >environment")}},
			}})
			h := newHome(t, a, server)
			run(t, h.bare("look around"))
			environment := read(h.dir, "project", "environment")
			if bytes.Contains(environment, []byte("\nCI=")) || !bytes.Contains(environment, []byte("HOME="+h.dir+"\n")) {
				t.Errorf("the agent's tools have the environment\n%s", environment)
			}
		})
	}
}
