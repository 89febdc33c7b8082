package detect

import (
	"slices"

	"github.com/turnguard/turnguard/detect/internal/lines"
)

// Detector reads an agent's output, in any chunks, and reports events. It keeps nothing of what it is given, at most
// about 1 MiB of an unfinished line apart, and is not for use by several goroutines at once.
type Detector struct {
	lines      lines.Splitter
	engine     *engine
	sniffer    *sniffer
	emit       func(Event)
	understood int
}

// Options are what a detector is made of.
type Options struct {
	// Table describes the agent. Without one, the first line that tells decides which of Own and Tables it is.
	Table *Table
	// Own are the user's own agents. Their conditions have to pass CheckCondition, their paths CheckPath.
	Own []*Table
	// Terminal says that the output comes from a terminal: escape sequences may stand around a line.
	Terminal bool
	// Results asks for Result events, too. They take the reading of lines that say nothing else.
	Results bool
	// Emit gets each event while Write or Close runs, in the order in which the agent proved them.
	Emit func(Event)
}

// New returns a detector. It fails if the table cannot be read, which no table of Tables does.
func New(o Options) (*Detector, error) {
	d := &Detector{emit: o.Emit}
	d.lines = lines.Splitter{Want: d.wants, Line: d.line, Terminal: o.Terminal}
	var err error
	if o.Table != nil {
		d.engine, err = newEngine(o.Table, o.Results)
	} else {
		d.sniffer, err = newSniffer(slices.Concat(o.Own, Tables()), o.Results)
	}
	return d, err
}

// Write takes the next bytes of the output. It never fails.
func (d *Detector) Write(p []byte) (int, error) {
	d.lines.Write(p)
	return len(p), nil
}

// Close says that the output has ended, so that a last line without an end of line counts.
func (d *Detector) Close() { d.lines.Close() }

// Understood counts the lines so far that a table's rules made something of. While it is 0, nothing is being counted; it
// stays 0 where the table is Uncounted.
func (d *Detector) Understood() int { return d.understood }

// Table returns the agent's table, or nil while it is not known.
func (d *Detector) Table() *Table {
	if d.engine == nil {
		return nil
	}
	return d.engine.table
}

func (d *Detector) wants(typ []byte) bool {
	if d.engine == nil {
		return d.sniffer.wants(typ)
	}
	return d.engine.wants(typ)
}

func (d *Detector) line(line []byte) {
	if d.engine == nil {
		d.engine = d.sniffer.line(line)
	}
	if d.engine != nil && d.engine.line(line, d.emit) && !d.engine.table.Uncounted {
		d.understood++
	}
}
