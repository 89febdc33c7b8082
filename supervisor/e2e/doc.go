// Package e2e has the end-to-end tests: turnguard with the real agents, such as pi, Claude Code and Codex, which talk to a
// scripted model and so need no key. They count the requests that arrive there. On Linux:
//
//	supervisor/e2e/agents/install.sh
//	go test -tags e2e ./supervisor/e2e/...
package e2e
