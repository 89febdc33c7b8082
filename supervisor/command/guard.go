package command

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/supervisor"
	"github.com/turnguard/turnguard/supervisor/budget"
)

// runGuard runs an agent under guard.
func runGuard(c *cli.Context) (int, error) {
	argv := c.Args().Slice()
	v := readValues(c)
	config, closeLog, err := guardConfig(v)
	if err != nil {
		return 0, err
	}
	defer closeLog()
	if len(argv) == 0 || argv[0] == "" {
		return 0, errors.New("no command to run: want turnguard [flags] -- <agent command>, see turnguard --help")
	}
	config.Argv = argv
	if config.Agent == nil {
		config.Agent = detect.ForCommand(argv, config.Agents...)
	}
	if word := config.Agent.Elsewhere(argv); word != "" {
		return 0, fmt.Errorf("%s %s works in another process, which turnguard cannot hold: put it in front of that one", config.Agent.Name, word)
	}
	if err := checkPolicy(v, config); err != nil {
		return 0, err
	}
	if config.Program, err = supervisor.Find(argv[0]); err != nil {
		return 0, err
	}
	outcome, err := supervisor.Run(config)
	return outcome.Status, err
}

// checkPolicy tells what is wrong with an answer that could not be had at the limit, before anything is started.
func checkPolicy(v *values, config supervisor.Config) error {
	if config.OnLimit != supervisor.Synthesize {
		return nil
	}
	value, source := v.lookup("on-limit", policyVariables)
	if err := config.Agent.Resumable(config.Argv); err != nil {
		v.fail("on-limit", source, value, err)
	}
	return v.err
}

var policyVariables = []string{"TURNGUARD_ON_LIMIT"}

// runDemo guards the scripted agent in this binary, with a limit low enough to see it reached. It works whatever the
// config file says.
func runDemo(c *cli.Context) (int, error) {
	v := &values{flags: c}
	config, closeLog, err := guardConfig(v)
	if err != nil {
		return 0, err
	}
	defer closeLog()
	if c.Args().Present() {
		return 0, fmt.Errorf("demo %s: want flags only, the demo brings its own agent", c.Args().First())
	}
	if config.LimitSource == "default" {
		config.Limits.Turns = 3
	}
	if config.Program, err = os.Executable(); err != nil {
		return 0, fmt.Errorf("finding the demo's agent: %w", err)
	}
	config.Argv = []string{"turnguard", demoAgent}
	if config.Agent, err = detect.ByName("generic"); err != nil {
		return 0, err
	}
	if err := checkPolicy(v, config); err != nil {
		return 0, err
	}
	outcome, err := supervisor.Run(config)
	return outcome.Status, err
}

// guardConfig turns what the user wants into what the supervisor takes. Nothing is started before all of it is right.
func guardConfig(v *values) (supervisor.Config, func(), error) {
	config := supervisor.Config{
		OnLimit:      supervisor.Policy(v.choice("on-limit", []string{"ask", "abort", "synthesize"}, policyVariables...)),
		AskTimeout:   v.duration("ask-timeout", 0),
		BlindTimeout: v.duration("blind-timeout", time.Minute, "TURNGUARD_BLIND_TIMEOUT"),
		StopSignal:   v.signal("stop-signal", 0),
		KillAfter:    v.duration("kill-after", 5*time.Second),
		Pty:          supervisor.PtyMode(v.choice("pty", []string{"auto", "always", "never"})),
		NoTitle:      v.bool("no-title"), Quiet: v.bool("quiet"), Verbose: v.bool("verbose"),
		MenuKey: v.key("menu-key", `ctrl-\`, "TURNGUARD_MENU_KEY"),
		NoHook:  v.bool("no-hook"), TrustHook: v.bool("trust-hook"),
		Stdin:  os.Stdin,
		Stdout: os.Stdout,
		Stderr: os.Stderr,
		Log:    slog.New(slog.DiscardHandler),

		Environment: os.Environ(),
	}
	config.Limits, config.LimitSource = limits(v)
	config.Limits.Grace = v.grace("grace", "TURNGUARD_GRACE")
	config.AskOnLoop = v.times("ask-on-loop", "TURNGUARD_ASK_ON_LOOP")
	config.WrapUp = v.words("wrap-up-message")
	config.ResultFile, _ = v.text("result")
	config.EventsFile, _ = v.text("events")
	config.Agent, config.Agents = agentTable(v), v.file.Own()
	config.ConfigFile = v.file.Name()
	self, err := os.Executable()
	if err != nil {
		return config, func() {}, fmt.Errorf("finding turnguard's own program: %w", err)
	}
	config.Self = self
	logFile, _ := v.text("log")
	if v.err != nil || logFile == "" {
		return config, func() {}, v.err
	}
	file, err := os.OpenFile(logFile, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return config, func() {}, fmt.Errorf("--log %s: cannot be written: %w", logFile, errors.Unwrap(err))
	}
	config.Log = slog.New(slog.NewTextHandler(file, &slog.HandlerOptions{Level: slog.LevelDebug}))
	return config, func() { _ = file.Close() }, nil
}

// limits reads what a grant is, and where the limit of turns comes from.
func limits(v *values) (l budget.Limits, source string) {
	l.CountSubagents = v.bool("count-subagents")
	l.Turns, source = v.limit("max-turns", 25, "TURNGUARD_MAX_TURNS", "PI_MAX_TURNS")
	l.ToolCalls = v.cap("max-tool-calls", "TURNGUARD_MAX_TOOL_CALLS")
	return l, source
}

// agentTable returns the table of --agent, or nil for auto.
func agentTable(v *values) *detect.Table {
	own := v.file.Own()
	words := append([]string{"auto"}, detect.Names(own...)...)
	if i := v.choice("agent", words, "TURNGUARD_AGENT"); i > 0 {
		return slices.Concat(own, detect.Tables())[i-1]
	}
	return nil
}
