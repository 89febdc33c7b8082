package command

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/prompt"
	"github.com/turnguard/turnguard/supervisor/budget"
	"github.com/turnguard/turnguard/supervisor/config"
)

// unset is the source of a value that was set nowhere.
const unset = "default"

// configured is the source of a value from the config file.
const configured = "config"

// values reads what the user wants from flags, from the variables that stand in for them, and from his config file. A value that cannot be read
// is an error wherever it came from, never a silent default: whoever set it believes that it is in force. The first error
// stays, and later values are zero.
type values struct {
	flags *cli.Context
	file  *config.File // nil: there is none
	err   error
}

// lookup returns the value of a flag, or of the first variable that is not empty, or from the config file, and where it was
// found: "flag", the variable's name, configured, or unset where it is set nowhere.
func (v *values) lookup(flag string, variables []string) (value, source string) {
	if v.flags.IsSet(flag) {
		return v.flags.String(flag), "flag"
	}
	for _, name := range variables {
		if value := os.Getenv(name); value != "" {
			return value, name
		}
	}
	if setting, ok := v.file.Default(flag); ok {
		return setting.Text, configured
	}
	return "", unset
}

// fail keeps the first error, worded for its source: "--max-turns abc: ...", "PI_MAX_TURNS=abc: ..." or
// "config.toml:3: max-turns = "abc": ...".
func (v *values) fail(flag, source, value string, err error) {
	switch {
	case v.err != nil:
	case source == "flag" && value == "":
		v.err = fmt.Errorf("--%s: is empty, %w", flag, err)
	case source == "flag":
		v.err = fmt.Errorf("--%s %s: %w", flag, value, err)
	case source == configured:
		setting, _ := v.file.Default(flag)
		v.err = fmt.Errorf("%s:%d: %s = %q: %w", v.file.Name(), setting.Line, flag, value, err)
	default:
		v.err = fmt.Errorf("%s=%s: %w", source, value, err)
	}
}

// limit reads a number of turns or "unlimited". It also tells where it was found.
func (v *values) limit(flag string, otherwise budget.Limit, variables ...string) (budget.Limit, string) {
	value, source := v.lookup(flag, variables)
	if source == unset {
		return otherwise, source
	}
	limit, err := budget.ParseLimit(value)
	if err != nil {
		v.fail(flag, source, value, err)
	}
	return limit, source
}

// cap reads a number of tool calls: none is no limit, for which there is a word, and not 0.
func (v *values) cap(flag string, variables ...string) budget.Limit {
	value, source := v.lookup(flag, variables)
	if source == unset {
		return budget.Unlimited
	}
	limit, err := budget.ParseLimit(value)
	if err != nil || limit == 0 {
		v.fail(flag, source, value, errors.New(`want a whole number from 1 to 1000000000, or "unlimited"`))
	}
	return limit
}

// grace reads how many turns before the limit the agent is told to wrap up.
func (v *values) grace(flag string, variables ...string) int {
	value, source := v.lookup(flag, variables)
	if source == unset {
		return 0
	}
	grace, err := budget.ParseGrace(value)
	if err != nil {
		v.fail(flag, source, value, err)
	}
	return grace
}

// times reads how often is too often: 0 is never, and once is not too often.
func (v *values) times(flag string, variables ...string) int {
	value, source := v.lookup(flag, variables)
	if source == unset {
		return 0
	}
	limit, err := budget.ParseLimit(value)
	if err != nil || limit == budget.Unlimited || limit == 1 {
		v.fail(flag, source, value, errors.New("want a whole number of 2 or more, or 0"))
	}
	return int(limit)
}

// words reads a text, or a file with it where the value begins with an @.
func (v *values) words(flag string) string {
	value, source := v.text(flag)
	name, isFile := strings.CutPrefix(value, "@")
	if !isFile {
		return value
	}
	text, err := os.ReadFile(name)
	switch {
	case err != nil:
		v.fail(flag, source, value, fmt.Errorf("cannot be read: %w", errors.Unwrap(err)))
	case strings.TrimSpace(string(text)) == "":
		v.fail(flag, source, value, errors.New("the file is empty"))
	}
	return strings.TrimSpace(string(text))
}

// choice reads one of some words and returns its position.
func (v *values) choice(flag string, words []string, variables ...string) int {
	value, source := v.lookup(flag, variables)
	if source == unset {
		return 0
	}
	i := slices.Index(words, value)
	if i < 0 {
		v.fail(flag, source, value, fmt.Errorf("want %s", strings.Join(words, " or ")))
		return 0
	}
	return i
}

// text reads any text but the empty one.
func (v *values) text(flag string) (value, source string) {
	value, source = v.lookup(flag, nil)
	if source != unset && value == "" {
		v.fail(flag, source, value, errors.New("want a value"))
	}
	return value, source
}

// bool reads a switch.
func (v *values) bool(flag string) bool {
	setting, ok := v.file.Default(flag)
	if v.flags.IsSet(flag) || !ok {
		return v.flags.Bool(flag)
	}
	if setting.Text != "true" && setting.Text != "false" {
		v.fail(flag, configured, setting.Text, errors.New("want true or false"))
	}
	return setting.Text == "true"
}

var errDuration = errors.New("want a time such as 90s, 5m or 1h30m")

// duration reads a time, 0 included.
func (v *values) duration(flag string, otherwise time.Duration, variables ...string) time.Duration {
	value, source := v.lookup(flag, variables)
	if source == unset {
		return otherwise
	}
	d, err := time.ParseDuration(value)
	if err != nil || d < 0 {
		v.fail(flag, source, value, errDuration)
		return 0
	}
	return d
}

// key reads the name of a key, or "none".
func (v *values) key(flag, otherwise string, variables ...string) prompt.Key {
	value, source := v.lookup(flag, variables)
	if source == unset {
		value = otherwise
	}
	if value == "none" {
		return prompt.Key{}
	}
	key, err := prompt.ParseKey(value)
	if err != nil {
		v.fail(flag, source, value, fmt.Errorf("want a key such as %s, or none: %w", otherwise, err))
	}
	return key
}

// signal reads a signal's name, with or without SIG. Signals that end no program are refused.
func (v *values) signal(flag string, otherwise syscall.Signal) syscall.Signal {
	value, source := v.lookup(flag, nil)
	if source == unset {
		return otherwise
	}
	name := "SIG" + strings.TrimPrefix(strings.ToUpper(value), "SIG")
	switch sig := unix.SignalNum(name); sig {
	case unix.SIGTERM, unix.SIGINT, unix.SIGHUP, unix.SIGQUIT, unix.SIGKILL, unix.SIGUSR1, unix.SIGUSR2, unix.SIGABRT:
		return sig
	}
	v.fail(flag, source, value, errors.New("want a signal that ends a program: TERM, INT, HUP, QUIT, ABRT, USR1, USR2 or KILL"))
	return 0
}
