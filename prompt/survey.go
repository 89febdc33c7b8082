package prompt

import (
	"errors"
	"io"
	"strings"

	"github.com/AlecAivazis/survey/v2"
	"github.com/AlecAivazis/survey/v2/terminal"
)

const (
	// bracketPastes has the terminal mark what is pasted, so that it is not taken for keys.
	bracketPastes, plainPastes = "\x1b[?2004h", "\x1b[?2004l"
	bold, reset                = "\x1b[1m", "\x1b[0m"

	hint = "Enter alone does nothing: select an answer first."

	aside = 3 // lines beside the answers and the head: how to answer, the hint, that of the cursor
)

// survey's own templates speak of filtering by letters, which select an answer here.
func init() {
	survey.SelectQuestionTemplate = `
{{- define "option"}}
    {{- if ne .SelectedIndex .CurrentIndex}}  {{else}}
        {{- with .Config.Icons.SelectFocus}}{{color .Format}}{{.Text}} {{end}}{{end}}
    {{- .CurrentOpt.Value}}{{color "reset"}}
{{end}}
{{- color .Config.Icons.Question.Format}}{{.Config.Icons.Question.Text}}{{color "reset"}} {{.Message}}{{"\n"}}
{{- range $i, $option := .PageEntries}}{{template "option" $.IterateOption $i $option}}{{end}}
{{- if .ShowHelp}}{{color .Config.Icons.Help.Format}}{{.Help}}{{color "reset"}}{{"\n"}}{{end}}`
	survey.ErrorTemplate = `{{color .Icon.Format}}{{.Icon.Text}} {{.Error.Error}}{{color "reset"}}{{"\n"}}`
}

// choose asks with survey, in raw mode. Where the screen is ours alone it starts again in another window size.
func (t *Terminal) choose(next func() ([]byte, error), q Question) (Answer, error) {
	d := &dialog{canvas: canvas{w: t.tty, color: t.look.color}, next: next, arming: t.arm}
	d.print(bracketPastes)
	defer d.print(plainPastes)
	for {
		rows, columns := t.room()
		d.columns, d.page = columns, max(1, rows-aside)
		below := len(options(q)) + aside
		fitted := t.fit(q, below)
		if fitted.Title != "" {
			fitted.Title = bold + fitted.Title + reset
		}
		lines := head(fitted)
		if t.screen.TUI() {
			lines = page(fitted, rows-below)
		}
		for _, line := range lines {
			d.print(line + "\n")
		}
		a, err := d.ask(fitted)
		if !errors.Is(err, errResized) {
			d.eraseTo(0)
			return a, err
		}
		d.clear()
	}
}

// ask is what the keys answer. Ctrl-C is an answer too, for whoever sees the question wants out.
func (d *dialog) ask(q Question) (Answer, error) {
	a, err := d.rounds(q)
	if errors.Is(err, terminal.InterruptErr) {
		return Answer{}, nil
	}
	return a, err
}

// rounds goes to and fro between the choice and the input of another limit.
func (d *dialog) rounds(q Question) (Answer, error) {
	top := d.row
	for {
		if !d.typing {
			choice, err := d.choice(q)
			if err != nil || choice != ChangeLimit {
				return Answer{Choice: choice}, err
			}
			d.eraseTo(top)
			d.typing = true
		}
		limit, err := d.limit(q)
		if err != nil {
			return Answer{}, err
		}
		if limit != "" {
			return Answer{Choice: ChangeLimit, Limit: limit}, nil
		}
		d.eraseTo(top)
		d.typing, d.selector = false, selector{}
	}
}

// choice has one of the answers selected. None is at first.
func (d *dialog) choice(q Question) (Choice, error) {
	offered := options(q)
	var keys, texts []string
	for _, o := range offered {
		keys = append(keys, o.word[:1])
		texts = append(texts, Sanitize(o.text, d.columns-indent))
	}
	howTo := "Press " + list(keys, "or") + ", or an arrow key, then Enter."
	d.selector.letters = strings.Join(keys, "")
	d.answer = d.selector.answer
	var chosen int
	err := survey.AskOne(
		&survey.Select{
			Message:  Sanitize(howTo, d.columns-indent),
			Options:  texts,
			Help:     Sanitize(hint, d.columns),
			PageSize: d.page,
		}, &chosen,
		survey.WithStdio(d, d, io.Discard),
		survey.WithIcons(func(icons *survey.IconSet) {
			d.selector.icons(icons)
			d.again = d.selector.again()
		}))
	if err != nil {
		return Stop, err
	}
	return offered[chosen].choice, nil
}

// limit has another limit typed. It is empty if the person goes back.
func (d *dialog) limit(q Question) (string, error) {
	d.answer, d.again = d.typist.answer, d.typist.line
	var limit string
	err := survey.AskOne(
		&survey.Input{Message: Sanitize("New limit (nothing to go back):", d.columns-indent-limitLength)}, &limit,
		survey.WithStdio(d, d, io.Discard),
		survey.WithShowCursor(true),
		survey.WithValidator(func(v any) error {
			if s := strings.TrimSpace(v.(string)); s != "" {
				return q.Limit(s)
			}
			return nil
		}))
	return strings.TrimSpace(limit), err
}
