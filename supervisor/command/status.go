package command

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/turnguard/turnguard/prompt"
	"github.com/turnguard/turnguard/supervisor/budget"
	"github.com/turnguard/turnguard/supervisor/internal/control"
)

// silent is the state of a guard that runs and does not answer. Nothing else is known of it.
const silent control.State = "silent"

// runStatus shows the guards that run.
func runStatus(c *cli.Context) error {
	if c.Args().Present() {
		return fmt.Errorf("status %s: want flags only", c.Args().First())
	}
	guards, err := control.Running()
	if err != nil {
		return err
	}
	all := statuses(guards)
	switch {
	case c.Bool("json"):
		return printJSON(os.Stdout, all)
	case len(all) == 0:
		fmt.Println("no guard is running")
		return nil
	}
	return printTable(os.Stdout, all)
}

// statuses asks all guards at once.
func statuses(guards []control.Guard) []control.Status {
	all := make([]control.Status, len(guards))
	var asking sync.WaitGroup
	for i, guard := range guards {
		asking.Go(func() {
			all[i].State = silent
			reply, err := control.Ask(guard.Path, control.Request{Type: control.TypeStatus})
			if err == nil && reply.Status != nil {
				all[i] = *reply.Status
			}
			all[i].PID = guard.PID // the one that --pid takes
		})
	}
	asking.Wait()
	return all
}

func printJSON(w io.Writer, all []control.Status) error {
	type unknown struct {
		PID   int           `json:"pid"`
		State control.State `json:"state"`
	}
	list := []any{}
	for _, s := range all {
		if s.State == silent {
			list = append(list, unknown{s.PID, s.State})
		} else {
			list = append(list, s)
		}
	}
	return json.NewEncoder(w).Encode(list)
}

func printTable(w io.Writer, all []control.Status) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "PID\tAGENT\tTURNS\tSTATE\tCOUNTING\tSINCE\tCOMMAND")
	for _, s := range all {
		if s.State == silent {
			fmt.Fprintf(table, "%d\t-\t-\t%s\t-\t-\t-\n", s.PID, s.State)
			continue
		}
		limit := budget.Unlimited
		if s.Limit != nil {
			limit = budget.Limit(*s.Limit)
		}
		fmt.Fprintf(table, "%d\t%s\t%d/%s\t%s\t%s\t%s\t%s\n", s.PID, cell(s.Agent), s.Used, limit.Short(),
			cell(string(s.State)), cell(s.Counting), s.StartedAt.Local().Format("2006-01-02 15:04"), commandLine(s, 60))
	}
	return table.Flush()
}

// cell makes a word from a guard fit for a column.
func cell(word string) string { return cmp.Or(prompt.Sanitize(word, 20), "-") }

// commandLine is what a guard runs, cut to so many columns.
func commandLine(s control.Status, columns int) string {
	return cmp.Or(prompt.Sanitize(strings.Join(s.Command, " "), columns), "-")
}
