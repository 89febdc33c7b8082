package supervisor

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/turnguard/turnguard/detect"
	"github.com/turnguard/turnguard/supervisor/budget"
)

// eventsFile writes what happens, as it happens, one JSON object a line, so that any program can follow along. The nil
// file takes everything and writes nothing.
type eventsFile struct {
	file *os.File
	err  error // the first one; nothing is written after it
}

// entry is a line of the events file. docs/formats.md describes it.
type entry struct {
	Time    time.Time `json:"time"`
	Event   string    `json:"event"`
	Sub     bool      `json:"sub,omitempty"`
	Text    string    `json:"text,omitempty"`
	Tokens  int64     `json:"tokens,omitempty"`
	Cost    float64   `json:"cost,omitempty"`
	Print   string    `json:"print,omitempty"`
	Used    *int      `json:"used,omitempty"`
	Limit   *int      `json:"limit,omitempty"`
	Calls   *int      `json:"calls,omitempty"`
	PID     int       `json:"pid,omitempty"`
	Command []string  `json:"command,omitempty"`
	Status  *int      `json:"exit_status,omitempty"`
}

func openEvents(file string) (*eventsFile, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return nil, fmt.Errorf("--events %s: cannot be written: %w", file, cause(err))
	}
	return &eventsFile{file: f}, nil
}

func (f *eventsFile) start(command []string, pid int) {
	f.write(entry{Event: "start", Command: command, PID: pid})
}

func (f *eventsFile) event(e detect.Event, c budget.Counts) {
	f.write(entry{Event: e.Kind.String(), Sub: e.Sub, Text: e.Text, Tokens: e.Tokens, Cost: e.Cost, Print: e.Print}.with(c))
}

// note writes what turnguard itself did.
func (f *eventsFile) note(event string, c budget.Counts) { f.write(entry{Event: event}.with(c)) }

func (f *eventsFile) exit(status int) { f.write(entry{Event: "exit", Status: &status}) }

func (e entry) with(c budget.Counts) entry {
	e.Used, e.Calls, e.Limit = &c.Used, &c.Calls, c.Limit.Number()
	return e
}

func (f *eventsFile) write(e entry) {
	if f == nil || f.err != nil {
		return
	}
	e.Time = time.Now()
	line, err := json.Marshal(e)
	if err == nil {
		_, err = f.file.Write(append(line, '\n'))
	}
	f.err = err
}

// close tells whether all was written.
func (f *eventsFile) close() error {
	if f == nil {
		return nil
	}
	err := f.file.Close()
	if f.err != nil {
		err = f.err
	}
	if err != nil {
		return fmt.Errorf("writing the events file: %w", err)
	}
	return nil
}
