//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// held are the ways of the agents that have tests of their own.
var held = []way{
	{agent: agents[1], source: "hook", told: true, calls: true, passed: "0 of 50"},
	{agent: agents[1], screen: true, source: "hook", told: true, calls: true, passed: "0 of 50"},
	{agent: agents[2], source: "hook", told: true, calls: true, passed: "0 of 50"},
	{agent: agents[2], screen: true, source: "hook", told: true, calls: true, passed: "0 of 50"},
}

// row is the line of the README's table.
func (w way) row() string {
	calls := "stop"
	if w.calls {
		calls = "exact"
	}
	flag := ""
	if w.flag != "" {
		flag = " `" + w.flag + "`"
	}
	told, answer := "–", "yes"
	if w.told {
		told = "yes"
	}
	if w.tools > 0 {
		answer = "yes, with a tool left"
	}
	return fmt.Sprintf("| %s, %s%s | %s | %s | %s | %s | %s |",
		w.agent.command, w.mode(), flag, w.source, w.passed, calls, told, answer)
}

func TestTheReadmeHasALineForEachWay(t *testing.T) {
	readme := string(read("../../README.md"))
	for _, w := range slices.Concat(held, ways) {
		if row := w.row(); !strings.Contains(readme, row+"\n") {
			t.Errorf("the README lacks the line\n%s", row)
		}
	}
}
