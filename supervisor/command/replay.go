package command

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/turnguard/turnguard/supervisor/replay"
)

// runReplay counts a captured stream.
func runReplay(c *cli.Context) error {
	v := &values{flags: c}
	limits, _ := limits(c, v)
	table := agentTable(v)
	if v.err != nil {
		return v.err
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
	report, err := replay.Read(in, table, limits)
	if err != nil {
		return fmt.Errorf("replay %s: %w", name, err)
	}
	if c.Bool("json") {
		return json.NewEncoder(os.Stdout).Encode(report)
	}
	report.Print(os.Stdout)
	return nil
}
