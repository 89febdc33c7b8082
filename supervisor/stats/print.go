package stats

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/turnguard/turnguard/prompt"
)

// Print writes the report for people, 80 columns wide. home is the directory that ~ stands for.
func (r Report) Print(w io.Writer, home string) {
	if r.All.Prompts == 0 {
		fmt.Fprintln(w, "no prompts were found")
		return
	}
	fmt.Fprintf(w, "%38s%-15s%-15s%s\n", "", "TURNS", "TOOL CALLS", "ASKED AT")
	fmt.Fprintf(w, "%s  %s  PROMPTS  %s  %s ", fit("AGENT", agentColumns), fit("PROJECT", projectColumns), quantiles, quantiles)
	for _, limit := range limits {
		fmt.Fprintf(w, "%4d", limit)
	}
	fmt.Fprintln(w)
	for _, s := range r.Projects {
		if s.Prompts > 0 {
			s.row(w, s.Agent, tilde(s.Project, home))
		}
	}
	if len(r.Projects) > 1 {
		r.All.row(w, "all", "")
	}
	fmt.Fprintln(w, "\nTurns of a prompt:")
	bars(w, r.All.Histogram)
	r.asked(w, home)
	if r.All.SubTurns > 0 {
		fmt.Fprintf(w, "\nSub-agents took another %s, which count for no prompt here.\n", count(r.All.SubTurns, "turn"))
	}
}

const (
	quantiles      = " p50 p90  max"
	agentColumns   = 6
	projectColumns = 18
	sessionColumns = 36 // a UUID
)

func (s Summary) row(w io.Writer, agent, project string) {
	fmt.Fprintf(w, "%s  %s  %7d  %4d%4d%5d  %4d%4d%5d ", fit(agent, agentColumns), fit(project, projectColumns), s.Prompts,
		s.Turns.P50, s.Turns.P90, s.Turns.Max, s.ToolCalls.P50, s.ToolCalls.P90, s.ToolCalls.Max)
	for _, limit := range s.Limits {
		fmt.Fprintf(w, "%4d", limit.Asked)
	}
	fmt.Fprintln(w)
}

// bars draws a histogram.
func bars(w io.Writer, bins []Bin) {
	const columns = 50
	most := 1
	for _, bin := range bins {
		most = max(most, bin.Prompts)
	}
	for _, bin := range bins {
		name := strconv.Itoa(bin.From)
		switch {
		case bin.To == 0:
			name += "+"
		case bin.To > bin.From:
			name += "-" + strconv.Itoa(bin.To)
		}
		bar := strings.Repeat("#", (bin.Prompts*columns+most-1)/most) // one # at least for what there is
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%7s  %7d  %s", name, bin.Prompts, bar), " "))
	}
}

// asked lists some of the prompts that the usual limit would have asked about.
func (r Report) asked(w io.Writer, home string) {
	const most, projectColumns = 5, 15 // a session's id takes the rest of a line
	var found []Asked
	for _, a := range r.All.Asked {
		if a.Limits[len(a.Limits)-1] >= usualLimit {
			found = append(found, a)
		}
	}
	fmt.Fprintf(w, "\n--max-turns %d would have asked about %d of %s", usualLimit, len(found), count(r.All.Prompts, "prompt"))
	if len(found) == 0 {
		fmt.Fprintln(w, ".")
		return
	}
	if len(found) > most {
		fmt.Fprintf(w, "; the longest %d", most)
		found = found[:most]
	}
	fmt.Fprintln(w, ":")
	fmt.Fprintf(w, "TURNS  DATE        AGENT   %s  SESSION\n", fit("PROJECT", projectColumns))
	for _, a := range found {
		date := "-"
		if !a.Time.IsZero() {
			date = a.Time.Local().Format("2006-01-02")
		}
		fmt.Fprintf(w, "%5d  %-10s  %s  %s  %s\n", a.Turns, date, fit(a.owner.agent, agentColumns),
			fit(tilde(a.owner.project, home), projectColumns), cmp.Or(prompt.Sanitize(a.Session, sessionColumns), "-"))
	}
}

// tilde shortens a path in the user's home. What has no path is a dash.
func tilde(path, home string) string {
	rest, ok := strings.CutPrefix(path, home)
	if !ok || home == "" || home == "/" || rest != "" && rest[0] != '/' {
		return cmp.Or(path, "-")
	}
	return "~" + rest
}

// fit makes a text from an agent exactly so many columns wide. Of a path the end tells more than the beginning.
func fit(text string, columns int) string {
	text = prompt.Sanitize(text, 1<<10)
	if more := ansi.StringWidth(text) - columns; more > 0 {
		text = ansi.TruncateLeft(text, more+1, "…")
	}
	return text + strings.Repeat(" ", max(0, columns-ansi.StringWidth(text)))
}

// count names a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
