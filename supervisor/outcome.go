package supervisor

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// OutcomeKind says in one word how a run ended.
type OutcomeKind string

// The ways in which a run ends.
const (
	Finished  OutcomeKind = "finished"   // the agent ended by itself
	WrappedUp OutcomeKind = "wrapped_up" // it ended by itself after it was told that its turns are nearly used up
	Limit     OutcomeKind = "limit"      // it was ended at a limit; exit status 124
	Signalled OutcomeKind = "signalled"  // turnguard was told to stop; exit status 128 + the signal
	Failed    OutcomeKind = "failed"     // turnguard failed or could not count; exit status 125, 126 or 127
)

// Counting says how far the count can be trusted.
type Counting string

// How far the count can be trusted.
const (
	CountingOK       Counting = "ok"
	CountingDegraded Counting = "degraded" // a stop may come one request late
	CountingBlind    Counting = "blind"    // nothing was recognised
)

// Outcome is how a run ended: what the result file holds.
type Outcome struct {
	Version       int         `json:"version"` // of this format: 1
	Kind          OutcomeKind `json:"outcome"`
	Reason        string      `json:"reason,omitempty"` // why, where the kind alone does not say
	Agent         string      `json:"agent"`            // "" where it was not found out
	Source        string      `json:"source"`           // "hook", "stream" or "log"
	Counting      Counting    `json:"counting"`
	Turns         int         `json:"turns"` // in the whole session
	Limit         *int        `json:"limit"` // null: unlimited
	LimitSource   string      `json:"limit_source"`
	ToolCalls     int         `json:"tool_calls"`      // in the whole session, those of sub-agents too
	ToolCallLimit *int        `json:"tool_call_limit"` // null: unlimited
	Used          int         `json:"used"`            // turns of the last grant
	SubagentTurns int         `json:"subagent_turns"`
	Grants        int         `json:"grants"`
	Loops         int         `json:"loops,omitempty"` // how often the agent has repeated itself, where that is looked for
	SessionID     string      `json:"session_id,omitempty"`
	ResumeCommand []string    `json:"resume_command,omitempty"`
	Salvaged      bool        `json:"salvaged,omitempty"` // the agent answered once more after it was stopped
	Status        int         `json:"exit_status"`
	StartedAt     time.Time   `json:"started_at"`
	EndedAt       time.Time   `json:"ended_at"`
}

// The reasons that go with a kind. With Signalled the reason is the signal's name.
const (
	reasonDeclined   = "declined"            // Limit: the person said no, or was cut off
	reasonNobody     = "no_terminal"         // Limit: there was nobody to ask
	reasonPolicy     = "on_limit_abort"      // Limit: nobody was to be asked
	reasonSynthesize = "on_limit_synthesize" // Limit: likewise, and an answer was wanted
	reasonMenu       = "stopped"             // Limit: the person stopped it before the limit
	reasonLoop       = "loop"                // Limit: the person stopped it, since it repeated itself
	reasonTimeout    = "ask_timeout"         // Limit: no answer came in time
	reasonNoCount    = "nothing_counted"     // Failed: the agent's output was not understood
	reasonCannotRun  = "cannot_run"          // Failed: the command
	reasonInternal   = "turnguard_failed"    // Failed: turnguard itself
)

func (o *Outcome) fail(status int, reason string) {
	o.Kind, o.Reason, o.Status = Failed, reason, status
}

// ExitError is an error that knows turnguard's exit status.
type ExitError struct {
	Status int
	Err    error
}

func (e *ExitError) Error() string { return e.Err.Error() }

// Unwrap returns the error itself.
func (e *ExitError) Unwrap() error { return e.Err }

// check tells whether the result file can be written, before anything is started.
func (o *Outcome) check(file string) error {
	if file == "" {
		return nil
	}
	// The file is replaced whole, and a device must not be: root would lose /dev/null.
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("--result %s: is no regular file, want one or a new name", file)
	}
	temp, err := os.CreateTemp(filepath.Dir(file), ".turnguard-result-*")
	if err != nil {
		return fmt.Errorf("--result %s: cannot be written: %w", file, cause(err))
	}
	_ = temp.Close()
	return os.Remove(temp.Name())
}

// write writes the result file whole: a reader sees the old file or the new one, never a part.
func (o *Outcome) write(file string) error {
	if file == "" {
		return nil
	}
	text, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("writing the result file: %w", err)
	}
	temp, err := os.CreateTemp(filepath.Dir(file), ".turnguard-result-*")
	if err != nil {
		return fmt.Errorf("writing the result file: %w", err)
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(append(text, '\n'))
	if err == nil {
		err = temp.Chmod(0o644)
	}
	if closeErr := temp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(temp.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("writing the result file: %w", err)
	}
	return nil
}

// cause strips an error of the file's name, which the message has already.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
