// Package command is the command line: flags and variables go in, the exit status comes out.
package command

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/turnguard/turnguard/supervisor"
	"github.com/turnguard/turnguard/supervisor/demo"
	"github.com/turnguard/turnguard/supervisor/internal/guard"
	"github.com/turnguard/turnguard/supervisor/internal/hook"
)

// demoAgent is the verb behind which the binary plays the agent of `turnguard demo`.
const demoAgent = "__demo-agent"

// Run carries out a command line, the program's name first, and returns the exit status. What went wrong has one line on
// standard error.
func Run(args []string, version string) int {
	verb := ""
	if len(args) > 1 {
		verb = args[1]
	}
	var status int
	var err error
	// A verb counts only as the very first word: `turnguard -- replay` runs a program of that name.
	switch verb {
	case demoAgent:
		err = demo.Agent(os.Stdout, demo.Pace)
	case guard.Command:
		err = guard.Serve()
	case hook.Verb:
		err = hook.Serve(os.Stdin, os.Stdout, strings.Join(args[2:], " "))
	case "limit":
		err = parse(flagsFirst(args[1:]), version, limitHelp, limitFlags(), runLimit)
	case "grace":
		err = parse(flagsFirst(args[1:]), version, graceHelp, limitFlags(), runGrace)
	case "status":
		err = parse(args[1:], version, statusHelp, statusFlags(), runStatus)
	case "replay":
		err = parse(args[1:], version, replayHelp, replayFlags(), runReplay)
	case "stats":
		err = parse(flagsFirst(args[1:]), version, statsHelp, statsFlags(), runStats)
	case "demo":
		err = parse(args[1:], version, demoHelp, guardFlags(), func(c *cli.Context) (err error) {
			status, err = runDemo(c)
			return err
		})
	default:
		err = parse(args, version, guardHelp, append(guardFlags(), configFlag()), func(c *cli.Context) (err error) {
			status, err = runGuard(c)
			return err
		})
	}
	if err == nil {
		return status
	}
	fmt.Fprintln(os.Stderr, "turnguard: "+strings.ReplaceAll(err.Error(), "\n", "; "))
	var exit *supervisor.ExitError
	if errors.As(err, &exit) {
		return exit.Status
	}
	return 125
}

// parse reads one verb's command line and acts on it. Everything from the first word that is no flag of ours on, or from
// behind `--`, is left to the agent.
func parse(args []string, version, help string, flags []cli.Flag, action cli.ActionFunc) error {
	app := cli.NewApp()
	app.Version = version
	app.Flags, app.Action = flags, action
	app.CustomAppHelpTemplate = help
	app.HideHelpCommand = true // else `turnguard -- help` would be ours
	app.OnUsageError = func(_ *cli.Context, err error, _ bool) error { return usageError(err) }
	app.ExitErrHandler = func(*cli.Context, error) {} // only main exits
	cli.VersionFlag = &cli.BoolFlag{Name: "version", Usage: "print the version"}
	cli.VersionPrinter = func(c *cli.Context) { fmt.Fprintln(c.App.Writer, "turnguard "+c.App.Version) }
	return app.Run(args)
}

// usageError words what the flag parser says.
func usageError(err error) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		return fmt.Errorf("unknown flag --%s; the flags are in turnguard --help, and those of the agent belong behind its name", name)
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return fmt.Errorf("--%s needs a value", name)
	}
	return fmt.Errorf("%s; see turnguard --help", text)
}
