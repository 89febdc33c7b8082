//go:build linux

package faults

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// tui takes the terminal as a full-screen program does that asks for all there is, on both screens.
const tui = `
stty raw -echo
printf '\033[?2004h\033[?1004h\033[>1u\033[?1049h\033[>7u\033[?1000h\033[?1002h\033[?1006h\033[?25l\033[2J\033[HTUI\r\n'
`

// tuiModes is what it leaves on.
var tuiModes = []string{
	"1000", "1002", "1004", "1006", "1049", "2004", "25", "keys [1] on screen 0", "keys [7] on screen 1", "1 titles",
}

// 31 stty-restored, 32 modes-restored
func TestTheTerminalIsGivenBackWhateverHappens(t *testing.T) {
	t.Parallel()
	ended := func(sig unix.Signal) func(*stage) {
		return func(s *stage) { s.kill(s.front(), sig) }
	}
	for name, tt := range map[string]struct {
		agent  string
		fault  func(*stage)
		status int
	}{
		"the agent ends":        {"exit 3", func(*stage) {}, 3},
		"the agent is killed":   {"kill -KILL $$", func(*stage) {}, 137},
		"the limit is reached":  {twoTurns + "sleep 60", func(s *stage) { s.asked(); s.no() }, 124},
		"turnguard fails":       {"rmdir results; exit 3", func(*stage) {}, 125},
		"SIGTERM":               {"touch ready; sleep 60", ended(unix.SIGTERM), 143},
		"SIGINT":                {"touch ready; sleep 60", ended(unix.SIGINT), 130},
		"SIGQUIT":               {"touch ready; sleep 60", ended(unix.SIGQUIT), 131},
		"SIGHUP":                {"touch ready; sleep 60", ended(unix.SIGHUP), 129},
		"SIGPIPE to the agent":  {"kill -PIPE $$; sleep 60", func(*stage) {}, 141},
		"SIGTERM at the answer": {twoTurns + "sleep 60", func(s *stage) { s.asked(); s.frozen(); ended(unix.SIGTERM)(s) }, 143},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := prepare(t, tui+tt.agent).run("mkdir results; turnguard -n 1 --result results/result -- agent")
			if strings.HasPrefix(tt.agent, "touch ready") {
				s.WaitFor("TUI")
				s.eventually("the agent is ready", func() bool { return s.exists("ready") })
			}
			tt.fault(s)
			s.ends(tt.status)
		})
	}
}

// 33 modes-during-question
func TestAnAgentsModesAreOffAtTheQuestionAndOnAfterIt(t *testing.T) {
	t.Parallel()
	s := play(t, "-n 1", tui+twoTurns+"await seen")
	s.asked()
	// The question hides the cursor, and wants to know a paste from keys.
	want := []string{"1049", "2004", "25", "keys [1] on screen 0", "keys [0] on screen 1", "1 titles"}
	s.eventually("the agent's modes are off", func() bool { return slices.Equal(modes(s.Written()), want) })
	s.yes()
	s.eventually("the agent's modes are on again", func() bool {
		return slices.Equal(modes(s.Written()), tuiModes)
	})
	s.touch("seen")
	s.ends(0)
}

// 34 typed-ahead, 35 early-keys
func TestWhatIsTypedBeforeTheQuestionIsTheAgents(t *testing.T) {
	t.Parallel()
	s := play(t, "-n 1", "echo ready; await typed;"+twoTurns+`touch went-on; read line; echo "got $line"`)
	s.WaitFor("ready")
	s.Send("y\r")
	s.WaitFor("ready\ny") // echoed by the agent's terminal
	s.touch("typed")
	s.asked()
	s.Send("y\r")
	s.SendUntilShown("y", "> yes")
	if s.exists("went-on") {
		t.Error("the agent went on before there was an answer")
	}
	s.Send("\r")
	s.WaitFor("got y")
	s.ends(0)
}

// 43 hangup-while-asking
func TestAWindowThatIsClosedAtTheQuestionLeavesNothing(t *testing.T) {
	t.Parallel()
	s := prepare(t, everyKind+twoTurns+"touch went-on; sleep 60").run("turnguard -n 1 --result result -- agent")
	s.asked()
	s.frozen()
	before := s.ticks()
	s.Hangup()
	s.Wait()
	s.gone()
	if after := s.ticks(); fmt.Sprint(before) != fmt.Sprint(after) || s.exists("went-on") {
		t.Errorf("ticks went from %v to %v; the agent went on: %v", before, after, s.exists("went-on"))
	}
	// Whether the signal or the end of input is seen first is the kernel's choice.
	if got := s.read("result"); !strings.Contains(got, `"exit_status":124`) && !strings.Contains(got, `"exit_status":129`) {
		t.Errorf("result %s", got)
	}
}

// 44 winch-while-asking
func TestAnAgentHasTheSizeThatItsWindowGotAtTheQuestion(t *testing.T) {
	t.Parallel()
	s := play(t, "-n 1", twoTurns+"stty size >size")
	s.asked()
	s.Resize(20, 70)
	s.yes()
	s.ends(0)
	if got := s.read("size"); got != "20 70" {
		t.Errorf("the agent's window is %s, want 20 70", got)
	}
}

// 45 size-0x0
func TestATerminalWithoutASizeCanAsk(t *testing.T) {
	t.Parallel()
	s := prepare(t, twoTurns+"stty size >size").run("stty rows 0 cols 0; turnguard -n 1 -- agent")
	s.asked()
	s.yes()
	s.ends(0)
	if got := s.read("size"); got != "0 0" {
		t.Errorf("the agent's window is %s, want 0 0", got)
	}
}

// 50 TERM=dumb, NO_COLOR
func TestADumbTerminalGetsNoEscapeSequence(t *testing.T) {
	t.Parallel()
	s := prepare(t, twoTurns+"sleep 60").run("turnguard -n 1 -- agent", "TERM=dumb")
	s.WaitFor("Type yes, no or another limit, then Enter:")
	s.SendUntilShown("no\r", "as you said")
	s.ends(124)
	if strings.Contains(s.Written(), "\x1b") {
		t.Errorf("an escape sequence in %q", s.Written())
	}
}

// 50 TERM=dumb, NO_COLOR
func TestNoColorLeavesColoursOut(t *testing.T) {
	t.Parallel()
	s := prepare(t, twoTurns+"sleep 60").run("turnguard -n 1 -- agent", "NO_COLOR=1")
	s.asked()
	s.no()
	s.ends(124)
	for _, colour := range sgr.FindAllString(s.Written(), -1) {
		if colour != "\x1b[0m" && colour != "\x1b[m" {
			t.Errorf("%q is written", colour)
		}
	}
}

// 52 title-split-sequence
func TestAQuestionInTheMiddleOfASequenceLosesNothingOfIt(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ before, after, written, title string }{
		"a character": {`caf\303`, `\251!\n`, "é!", "Turns"},
		"a title":     {`\033]0;half a ti`, `tle\007done\n`, "done", "half a title"},
		"a colour":    {`red\033[3`, `1m!\033[m\n`, "\x1b[31m!", "Turns"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			turn := `{"type":"turn_start"}\n`
			s := play(t, "-n 1", fmt.Sprintf("printf '%s%s%s'; await asked; printf '%s'; await seen", turn, turn, tt.before, tt.after))
			s.asked()
			s.yes()
			s.eventually("the rest is written", func() bool { return strings.Contains(s.Written(), tt.written) })
			s.WaitForTitle(tt.title)
			s.touch("seen")
			s.ends(0)
		})
	}
}

// 53 passthrough-identity
func TestATerminalGetsWhatItGotWithoutTurnguard(t *testing.T) {
	t.Parallel()
	random := make([]byte, 64<<10)
	_, _ = rand.NewChaCha8([32]byte{53}).Read(random)
	s := prepare(t, "stty raw -echo; cat random; sleep 60")
	if err := os.WriteFile(filepath.Join(s.dir, "random"), random, 0o600); err != nil {
		t.Fatal(err)
	}
	s.run("turnguard --no-title -- agent")
	s.eventually("all bytes are there", func() bool { return strings.Contains(s.Written(), string(random)) })
	s.kill(s.front(), unix.SIGTERM)
	s.ends(143)
}
