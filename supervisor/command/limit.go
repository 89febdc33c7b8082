package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/turnguard/turnguard/prompt"
	"github.com/turnguard/turnguard/supervisor/budget"
	"github.com/turnguard/turnguard/supervisor/internal/control"
)

// sentence is the most columns that a guard's own words get.
const sentence = 200

// runLimit changes the limit of a guard that runs.
func runLimit(c *cli.Context) error {
	if c.NArg() != 1 {
		return fmt.Errorf(`limit takes one number of turns, or "unlimited"; %d were given`, c.NArg())
	}
	limit, err := budget.ParseLimit(c.Args().First())
	if err != nil {
		return fmt.Errorf("limit %q: %w", c.Args().First(), err)
	}
	return change(c, control.Request{Type: control.TypeLimit, Limit: limit.String()})
}

// runGrace changes when the agent of a guard that runs is told to wrap up.
func runGrace(c *cli.Context) error {
	if c.NArg() != 1 {
		return fmt.Errorf("grace takes one number of turns; %d were given", c.NArg())
	}
	grace, err := budget.ParseGrace(c.Args().First())
	if err != nil {
		return fmt.Errorf("grace %q: %w", c.Args().First(), err)
	}
	return change(c, control.Request{Type: control.TypeGrace, Limit: strconv.Itoa(grace)})
}

// change asks the guard of --pid for a change, and tells what it says to that.
func change(c *cli.Context, request control.Request) error {
	v := &values{flags: c}
	pid := v.pid("pid")
	if v.err != nil {
		return v.err
	}
	guard, err := choose(pid)
	if err != nil {
		return err
	}
	reply, err := control.Ask(guard.Path, request)
	if err != nil {
		return fmt.Errorf("asking guard %d for %s %s: %w", guard.PID, request.Type, request.Limit, err)
	}
	if reply.Error != "" {
		return errors.New(prompt.Sanitize(reply.Error, sentence))
	}
	fmt.Println(prompt.Sanitize(reply.Text, sentence))
	return nil
}

// choose returns the guard with a process id, or for 0 the only one.
func choose(pid int) (control.Guard, error) {
	guards, err := control.Running()
	if err != nil {
		return control.Guard{}, err
	}
	i := slices.IndexFunc(guards, func(g control.Guard) bool { return g.PID == pid })
	switch {
	case i >= 0:
		return guards[i], nil
	case len(guards) == 0:
		return control.Guard{}, errors.New("no guard is running")
	case pid != 0:
		return control.Guard{}, fmt.Errorf("no guard has process id %d; see turnguard status", pid)
	case len(guards) == 1:
		return guards[0], nil
	}
	var list []string
	for _, s := range statuses(guards) {
		list = append(list, fmt.Sprintf("%d (%s)", s.PID, commandLine(s, 40)))
	}
	return control.Guard{}, fmt.Errorf("%d guards are running, choose one with --pid: %s",
		len(guards), strings.Join(list, ", "))
}

// flagsFirst puts the flags of `turnguard limit 50 --pid 12` in front, where the parser looks for them. A number below
// 0 is none: it is a wrong limit.
func flagsFirst(args []string) []string {
	flags, words := args[:1:1], []string{"--"}
	for i := 1; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--":
		case arg == "--pid" && i+1 < len(args):
			i++
			flags = append(flags, arg+"="+args[i])
		case arg == "--pid":
			return append(flags, arg) // the parser says what is missing
		case len(arg) > 1 && arg[0] == '-' && (arg[1] < '0' || arg[1] > '9'):
			flags = append(flags, arg)
		default:
			words = append(words, arg)
		}
	}
	return append(flags, words...)
}

// pid reads the process id of a guard; 0 where none is given.
func (v *values) pid(flag string) int {
	value, source := v.lookup(flag, nil)
	if source == unset {
		return 0
	}
	pid, err := strconv.Atoi(value)
	if err != nil || pid <= 0 {
		v.fail(flag, source, value, errors.New("want the process id of a guard, as turnguard status shows it"))
		return 0
	}
	return pid
}
