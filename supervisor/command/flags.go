package command

import "github.com/urfave/cli/v2"

// Flags take text, and values reads it: the parser's own readers take 010 for 8 and know no "unlimited".

func guardFlags() []cli.Flag {
	return append(countFlags(),
		&cli.StringFlag{Name: "grace"},
		&cli.StringFlag{Name: "wrap-up-message"},
		&cli.StringFlag{Name: "ask-on-loop"},
		&cli.StringFlag{Name: "on-limit"},
		&cli.StringFlag{Name: "ask-timeout"},
		&cli.StringFlag{Name: "pty"},
		&cli.StringFlag{Name: "blind-timeout"},
		&cli.StringFlag{Name: "stop-signal"},
		&cli.StringFlag{Name: "kill-after"},
		&cli.StringFlag{Name: "result"},
		&cli.StringFlag{Name: "events"},
		&cli.StringFlag{Name: "log"},
		&cli.BoolFlag{Name: "no-hook"},
		&cli.BoolFlag{Name: "trust-hook"},
		&cli.StringFlag{Name: "menu-key"},
		&cli.BoolFlag{Name: "no-title"},
		&cli.BoolFlag{Name: "quiet"},
		&cli.BoolFlag{Name: "verbose"},
	)
}

func replayFlags() []cli.Flag {
	return append(countFlags(), configFlag(), &cli.BoolFlag{Name: "explain"}, &cli.BoolFlag{Name: "json"})
}

func configFlag() cli.Flag { return &cli.StringFlag{Name: "config"} }

func limitFlags() []cli.Flag { return []cli.Flag{&cli.StringFlag{Name: "pid"}} }

func statusFlags() []cli.Flag { return []cli.Flag{&cli.BoolFlag{Name: "json"}} }

func statsFlags() []cli.Flag { return []cli.Flag{&cli.BoolFlag{Name: "json"}} }

// countFlags say how turns are counted, in a live stream and in a captured one.
func countFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "max-turns", Aliases: []string{"n"}},
		&cli.StringFlag{Name: "max-tool-calls"},
		&cli.StringFlag{Name: "agent"},
		&cli.BoolFlag{Name: "count-subagents"},
	}
}

const guardHelp = `turnguard - a circuit breaker for coding agents

It runs an agent, counts its turns, and at the limit freezes it and asks: go on, or stop?

Usage:
  turnguard [flags] [--] <agent command> [arguments]
  turnguard limit <N|unlimited> [--pid PID]         change the limit of a guard that runs
  turnguard grace <N> [--pid PID]                   change when its agent is told to wrap up
  turnguard status [--json]                         show the guards that run
  turnguard replay [flags] <captured stream | ->    count a finished stream
  turnguard stats [--json] [DIR...]                 how many turns your prompts take, to choose N
  turnguard demo [flags]                            see it work, without an agent or a key

The agent's own flags belong behind its name and are passed on untouched.

Limits:
  --max-turns, -n N|unlimited  turns per prompt; 0 asks before every turn (default 25)
                               [$TURNGUARD_MAX_TURNS, then $PI_MAX_TURNS]
  --max-tool-calls N           tool calls per prompt, those of sub-agents included: at call N+1 it
                               asks as well (default: unlimited) [$TURNGUARD_MAX_TOOL_CALLS]
  --count-subagents            count the turns of sub-agents as well
  --grace N                    N turns before the limit, tell the agent once to finish and to
                               answer with what it has (default 0: never) [$TURNGUARD_GRACE]
  --wrap-up-message TEXT|@FILE in these words
  --ask-on-loop K              ask as well when a tool call has had the same result K times in a
                               row, or two took turns (default 0: never) [$TURNGUARD_ASK_ON_LOOP]
  --on-limit WHAT              what happens at the limit: ask; abort; or synthesize, which stops the
                               agent and then has it answer once, without tools, from what it has
                               gathered. Without a terminal ask is abort (default ask)
                               [$TURNGUARD_ON_LIMIT]
  --ask-timeout DURATION       abort if there is no answer by then (default: wait)
  --menu-key KEY               pauses the agent and asks, at any time: ctrl- and a letter or one of
                               @ \ ] ^ _; or none (default ctrl-\) [$TURNGUARD_MENU_KEY]
  --stop-signal SIGNAL         end the agent at the limit with this signal first (default: TERM
                               for an agent that is held by its hook; SIGKILL at once for others,
                               which would send one more request)
  --kill-after DURATION        how long an agent that was told to stop may take (default 5s)

Counting:
  --agent NAME                 auto, pi, claude, codex, opencode, gemini, qwen, copilot, cline, kilo,
                               kimi, amp, cursor, droid, generic, or one of your config file
                               (default auto) [$TURNGUARD_AGENT]
  --pty auto|always|never      give the agent a terminal where you have one, always on its
                               standard output, or never (default auto)
  --no-hook                    leave the agent's command line as typed and follow what it prints;
                               a stop at the limit may then come one request late
  --trust-hook                 hold Codex and Gemini CLI from within, too: Codex then runs a hook that
                               you have not reviewed there, and what Gemini CLI changes in its
                               settings meanwhile is lost
  --blind-timeout DURATION     how long the agent may write without anything being recognised:
                               then a warning, without a terminal status 125; 0 for ever
                               (default 60s) [$TURNGUARD_BLIND_TIMEOUT]

Output:
  --result FILE                write how the run ended, as JSON
  --events FILE                write what happens as it happens, as JSON lines
  --no-title                   leave the terminal's title alone
  --quiet                      say nothing but errors
  --verbose                    say what is in force
  --log FILE                   append what is needed to find a fault
  --config FILE                read defaults for these flags, and agents of your own, from this
                               file, or from none (default ~/.config/turnguard/config.toml,
                               if it is there) [$TURNGUARD_CONFIG]
  --help, -h                   print this help
  --version                    print the version

Exit status: the agent's own; 128+n if signal n ended it, or turnguard; 124 if it was stopped
at a limit; 125 if turnguard failed, was used wrongly or could not count; 126 if the command
cannot be run; 127 if it was not found.
`

const limitHelp = `turnguard limit - change the limit of a guard that runs

Usage:
  turnguard limit <N|unlimited> [--pid PID]

The new limit holds at once. What was used of the old one counts, so a lower limit may ask at
once; only from unlimited to a number the count starts at 0. A guarded agent that calls this
may lower its own limit and not raise it.

Flags:
  --pid PID                    the guard's process id, where several run
  --help, -h                   print this help
`

const graceHelp = `turnguard grace - change when the agent of a guard that runs is told to wrap up

Usage:
  turnguard grace <N> [--pid PID]

N turns before its limit the agent is told, once, to finish and to answer with what it has; 0 is
never. It holds from the next turn. More than the limit leaves room for is taken as one turn less
than the limit. A guarded agent that calls this may bring the message forward and not put it off.

Flags:
  --pid PID                    the guard's process id, where several run
  --help, -h                   print this help
`

const statusHelp = `turnguard status - show the guards that run, their counts and limits

Usage:
  turnguard status [--json]

A guard that does not answer within 2 seconds is shown as silent.

Flags:
  --json                       print all that is known, as a JSON array
  --help, -h                   print this help
`

const replayHelp = `turnguard replay - count a captured stream by the rules that hold for a running agent

Usage:
  turnguard replay [flags] <captured stream | ->

Flags:
  --max-turns, -n N|unlimited  where would this limit have asked? (default 25)
                               [$TURNGUARD_MAX_TURNS, then $PI_MAX_TURNS]
  --max-tool-calls N           and this limit of tool calls? (default: unlimited)
                               [$TURNGUARD_MAX_TOOL_CALLS]
  --count-subagents            count the turns of sub-agents as well
  --agent NAME                 auto, pi, claude, codex, opencode, gemini, qwen, copilot, cline, kilo,
                               kimi, amp, cursor, droid, generic, or one of your config file
                               (default auto) [$TURNGUARD_AGENT]
  --explain                    print each line of it, too, with the events that it tells: "-" is a
                               line that a rule knows and that tells none
  --config FILE                as with turnguard itself [$TURNGUARD_CONFIG]
  --json                       print the report as JSON
  --help, -h                   print this help
`

const statsHelp = `turnguard stats - how many turns and tool calls your prompts take, so that you can choose N

Usage:
  turnguard stats [--json] [DIR...]

It reads the session files that the agents have left and changes none. With a DIR it counts only
the sessions of projects there or below: turnguard stats . is about this project. A project that
an agent has filed under another name than its path is found without a DIR only.

p50 is what half of the prompts do not exceed, and p90 what nine of ten do not; ASKED AT is how
many --max-turns 10, 25 and 50 would have asked about. A prompt that is still at work counts as it
is, and one without a turn not at all. The turns of sub-agents are counted apart, their tool calls
not at all. The copies of a prompt that a fork has made count once where they have kept its time.

The agent's own variables say where its files are: PI_CODING_AGENT_DIR, PI_CODING_AGENT_SESSION_DIR,
CLAUDE_CONFIG_DIR, CODEX_HOME, GEMINI_CLI_HOME, QWEN_HOME, QWEN_RUNTIME_DIR.

Flags:
  --json                       print all that is known, as a JSON array
  --help, -h                   print this help
`

const demoHelp = `turnguard demo - guard a scripted agent: no model, no key, no network

Usage:
  turnguard demo [flags]

It takes the flags of turnguard itself (see turnguard --help); the limit is 3 turns here unless
you set another. On a terminal you are asked at the limit; without one, as in CI, the agent is
ended with status 124.
`
