//go:build e2e

package e2e

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/turnguard/turnguard/supervisor/e2e/tmux"
)

// A tui is an agent that a person uses in a terminal.
type tui struct {
	*tmux.Pane
	home *home
	stty string // before it was started
}

// bareTUI starts the agent by itself, and waits until it is ready for a prompt.
func (h *home) bareTUI() *tui {
	h.t.Helper()
	return h.inPane(append([]string{h.agent.command}, h.agent.tui...)...)
}

// tui starts the agent behind turnguard, which leaves a result, and waits until it is ready for a prompt.
func (h *home) tui(flags ...string) *tui {
	h.t.Helper()
	args := append([]string{"turnguard", "--result", resultFile}, flags...)
	args = append(args, "--", h.agent.command)
	return h.inPane(append(args, h.agent.tui...)...)
}

func (h *home) inPane(args ...string) *tui {
	h.t.Helper()
	pane := tmux.Start(h.t, filepath.Join(h.dir, "project"), h.env, 100, 30)
	u := &tui{pane, h, pane.Stty()}
	u.Run(strings.Join(args, " "))
	u.waitIdle()
	return u
}

// prompt sends a prompt of one short line, one that is not on the screen already, and waits for the agent to take it.
func (u *tui) prompt(text string) {
	u.home.t.Helper()
	u.send(text)
	u.Wait("run for "+text, func() bool {
		screen := u.Screen()
		draft, found := u.home.agent.editor(screen)
		taken := draft != text && strings.Contains(screen, text) || strings.Contains(screen, u.home.agent.busy)
		return taken || !found // there may be a question already
	})
}

// send types one short line, and Enter. By itself: together they might be taken for a paste with a line break. That still
// happens where Enter comes some milliseconds behind the line, and so it is typed again where nothing came of it.
func (u *tui) send(line string) {
	u.home.t.Helper()
	u.compose(line)
	var typed time.Time
	u.Wait("end of the draft "+line, func() bool {
		if u.draft() != line {
			return true
		}
		if time.Since(typed) > 5*time.Second {
			u.Key("Enter")
			typed = time.Now()
		}
		return false
	})
}

// compose types one short line, and waits until the agent has it.
func (u *tui) compose(line string) {
	u.home.t.Helper()
	u.Type(line)
	u.Wait("draft "+line, func() bool { return u.draft() == line })
}

// draft returns what is in the agent's editor now.
func (u *tui) draft() string {
	u.home.t.Helper()
	text, _ := u.home.agent.editor(u.Screen())
	return text
}

// waitIdle waits until the agent does nothing but wait for a prompt.
func (u *tui) waitIdle() {
	u.home.t.Helper()
	u.Wait("idle agent", func() bool {
		screen := u.Screen()
		_, found := u.home.agent.editor(screen)
		return found && !strings.Contains(screen, u.home.agent.busy)
	})
}

// leave ends the agent as a person does, and returns the exit status of the whole command. It fails the test if the
// terminal is not as it was.
func (u *tui) leave() (status int) {
	u.home.t.Helper()
	u.send("/quit")
	status = u.WaitForPrompt()
	if stty := u.Stty(); stty != u.stty {
		u.home.t.Errorf("the terminal was\n%sand is\n%s", u.stty, stty)
	}
	u.WaitForModes(tmux.Modes{})
	return status
}
