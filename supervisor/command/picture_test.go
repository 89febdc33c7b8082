package command_test

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/turnguard/turnguard/supervisor/e2e/terminal"
)

var update = flag.Bool("update", false, "draw the README's picture anew")

// TestTheREADMEShowsTheRealQuestion draws the picture in the README from the screen of a demo, and checks that the one
// there still shows what a person sees.
func TestTheREADMEShowsTheRealQuestion(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	turnguard := guarded(t, dir)
	shell := exec.Command("/bin/sh", "-c", `echo '$ turnguard demo'; exec turnguard-on-a-terminal demo`)
	shell.Dir, shell.Env = dir, turnguard.Env
	if err := os.Symlink(turnguard.Path, dir+"/turnguard-on-a-terminal"); err != nil {
		t.Fatal(err)
	}
	term := terminal.Start(t, shell)
	term.WaitFor("no, stop the agent")
	term.WaitForTitle("Turns: 3/3")
	got := draw(term.Title(), term.Screen())
	answer(term, "n", "> no")
	term.Wait()

	const file = "../../docs/question.svg"
	if *update {
		if err := os.WriteFile(file, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	seconds := regexp.MustCompile(`time +\d+s`) // depend on the machine
	if diff := cmp.Diff(seconds.ReplaceAllString(string(want), "time"), seconds.ReplaceAllString(string(got), "time")); diff != "" {
		t.Errorf("%s is not what is on the screen; go test -run README -update draws it anew (-file +screen):\n%s", file, diff)
	}
}

// draw gives a screen as an SVG picture.
func draw(title, screen string) []byte {
	const line, margin, bar = 19, 14, 30
	lines := strings.Split(strings.TrimRight(screen, "\n "), "\n")
	lines = append(lines[:1:1], lines[len(lines)-18:]...) // the command, and the end
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="860" height="%d" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13.5">
<rect width="100%%" height="100%%" rx="8" fill="#1e2127"/>
<text x="50%%" y="20" fill="#9da5b4" text-anchor="middle">%s</text>
`, bar+margin+line*len(lines), escaped(title))
	for i, text := range lines {
		colour := "#6b7280"
		if i == 0 || i > lastJSON(lines) {
			colour = "#e5e9f0"
		}
		fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s" xml:space="preserve">%s</text>`+"\n", margin, bar+margin+line*i, colour, escaped(text))
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// lastJSON is the index of the last line that the agent has written.
func lastJSON(lines []string) (last int) {
	for i, text := range lines {
		if strings.HasPrefix(text, "{") {
			last = i
		}
	}
	return last
}

func escaped(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}
