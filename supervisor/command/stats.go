package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/turnguard/turnguard/prompt"
	"github.com/turnguard/turnguard/supervisor/stats"
)

// runStats tells how many turns the prompts of earlier sessions took.
func runStats(c *cli.Context) error {
	dirs := c.Args().Slice()
	if slices.Contains(dirs, "") {
		return errors.New("stats: a directory's name is empty")
	}
	sessions, errs := stats.Read(os.Getenv, dirs)
	for _, err := range errs {
		fmt.Fprintln(os.Stderr, "turnguard: stats: "+prompt.Sanitize(err.Error(), 1<<10))
	}
	report := stats.Summarize(sessions)
	if c.Bool("json") {
		return json.NewEncoder(os.Stdout).Encode(report.Projects)
	}
	report.Print(os.Stdout, os.Getenv("HOME"))
	return nil
}
