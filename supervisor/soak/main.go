// Soak works turnguard hard and long, and prints what that came to beside what is promised:
//
//	go run ./supervisor/soak [flags]
//
//	-full            the promised amounts, in about half an hour; without it a sample of each drill, in less than a minute
//	-run NAMES       only these drills, with commas between them
//	-turnguard PATH  the program to test; without it one is built from the sources around
//	-seed N          of the moments at which the crash drill kills
//
// The drills:
//
//	turns   one long run: memory, file descriptors and threads stay what they were, and every turn is counted
//	stream  gigabytes through a pipe and a terminal: fast enough, in little memory, not a byte changed
//	cycles  pause and continue, over and over, an agent with ten tools: by package tree, and by question and answer
//	big     a limit is reached by a tree of 500 processes: how long until all of them stand still?
//	crash   turnguard, or its guard process, is killed at any moment: nothing of the agent may be left, or go on while it
//	        dies, and the terminal must be as it was
//
// All but the first half of cycles drive the real program, through pipes or on a terminal, with scripted agents: this
// program runs itself as those. It needs Linux, for it reads /proc. The exit status is 1 if a promise was broken, or a
// drill could not be held to its end.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// drill puts turnguard to one test. An error says that the drill itself could not go on.
type drill struct {
	name string
	run  func(context.Context, *rig) ([]row, error)
}

var drills = []drill{
	{"turns", turns},
	{"stream", stream},
	{"cycles", cycles},
	{"big", big},
	{"crash", crash},
}

func main() {
	if len(os.Args) > 1 && play(os.Args[1:]) {
		return
	}
	os.Exit(soak())
}

func soak() int {
	large := flag.Bool("full", false, "the promised amounts")
	names := flag.String("run", "", "only these drills, with commas between them")
	turnguard := flag.String("turnguard", "", "the program to test (default: built from the sources around)")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "of the moments at which the crash drill kills")
	flag.Parse()
	chosen, err := choose(*names)
	if err == nil && flag.NArg() > 0 {
		err = fmt.Errorf("%q: want flags only", flag.Arg(0))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	r, err := newRig(ctx, *turnguard)
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		return 1
	}
	defer r.close()
	r.size, r.promise, r.seed = quick, promised, *seed
	if *large {
		r.size = full
	}
	var rows []row
	for _, d := range chosen {
		r.note("%s ...", d.name)
		rows = append(rows, d.hold(ctx, r)...)
	}
	if !report(os.Stdout, rows) {
		return 1
	}
	return 0
}

// hold runs the drill. Where it breaks off, that is one more row of its report.
func (d drill) hold(ctx context.Context, r *rig) []row {
	rows, err := d.run(ctx, r)
	if err != nil {
		rows = append(rows, row{drill: d.name, amount: "broken off", faults: []string{err.Error()}})
	}
	return rows
}

// choose returns the drills with these names, all for "".
func choose(names string) ([]drill, error) {
	if names == "" {
		return drills, nil
	}
	var chosen []drill
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(drills, func(d drill) bool { return d.name == name })
		if i < 0 {
			return nil, fmt.Errorf("-run %s: no such drill; see the package's comment", name)
		}
		chosen = append(chosen, drills[i])
	}
	return chosen, nil
}
