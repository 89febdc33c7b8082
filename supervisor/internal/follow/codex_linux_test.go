package follow

import (
	"os"
	"testing"
)

func TestTheRolloutOfCodexIsTheOneThatItHasOpen(t *testing.T) {
	home := t.TempDir()
	cmd := command(t, variables(t.TempDir(), "CODEX_HOME="+home), "codex", "resume", one)
	const mine, another = "sessions/2026/01/02/rollout-mine.jsonl", "sessions/2026/01/03/rollout-another.jsonl"
	on(t, home, Sessions{all: func() []string { return nil }}).write(mine, "earlier\n")
	s := on(t, home, Codex(cmd, func() []int { return []int{os.Getpid()} }))
	rollout, err := os.OpenFile(s.path(mine), os.O_APPEND|os.O_WRONLY, 0)
	s.must(err)
	defer rollout.Close()
	s.run()
	s.write(another, "of another Codex\n")
	s.write(mine, "now\n")
	s.expect(mine, "now\n", 1)
	s.expect(another, "", 0)
}
