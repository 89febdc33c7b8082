package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/turnguard/turnguard/supervisor/replay"
)

// runReplay counts a captured stream.
func runReplay(c *cli.Context) error {
	v := readValues(c)
	options := replay.Options{Table: agentTable(v), Own: v.file.Own()}
	options.Limits, _ = limits(v)
	if v.err != nil {
		return v.err
	}
	if c.Bool("explain") {
		if c.Bool("json") {
			return errors.New("replay prints lines with --explain and JSON with --json, want one of them")
		}
		options.Explain = os.Stdout
	}
	if c.NArg() != 1 {
		return fmt.Errorf("replay takes one captured stream, or - for standard input; %d were given", c.NArg())
	}
	name := c.Args().First()
	in := io.Reader(os.Stdin)
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return fmt.Errorf("replay: %w", err)
		}
		defer file.Close()
		in = file
	}
	report, err := replay.Read(in, options)
	if err != nil {
		return fmt.Errorf("replay %s: %w", name, err)
	}
	if c.Bool("json") {
		return json.NewEncoder(os.Stdout).Encode(report)
	}
	report.Print(os.Stdout)
	return nil
}
