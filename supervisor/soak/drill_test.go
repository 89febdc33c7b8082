package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// tiny is enough to see that a drill works, and lax is what even a program with the race detector keeps to.
var (
	tiny = size{
		turns: 100, turnsOnTerminal: 100, stream: 1, streamOnTerminal: 1,
		cycles: 3, questions: 1, crowd: 30, crowds: 1, points: 14, repeats: 1,
	}
	lax = promise{
		growth: 1 << 10, peak: 1 << 10, meanCycle: patience, cycle: patience, standstill: patience, death: 10 * time.Second,
	}
)

// testRig is a rig whose turnguard is the test binary.
func testRig(t *testing.T) *rig {
	t.Helper()
	t.Setenv("GORACE", "atexit_sleep_ms=0")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	turnguard := filepath.Join(t.TempDir(), "turnguard")
	if err := os.Symlink(self, turnguard); err != nil {
		t.Fatal(err)
	}
	r, err := newRig(t.Context(), turnguard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if left := bearers(r.token); len(left) > 0 {
			t.Errorf("left are processes %v", left)
		}
		r.close()
		if _, err := os.Stat(r.dir); !os.IsNotExist(err) {
			t.Errorf("files are left: %v", err)
		}
	})
	r.size, r.promise, r.seed = tiny, lax, uint64(time.Now().UnixNano())
	return r
}

func TestEveryDrillFindsThePromisesKept(t *testing.T) {
	for _, d := range drills {
		t.Run(d.name, func(t *testing.T) {
			var text strings.Builder
			if rows := d.hold(t.Context(), testRig(t)); !report(&text, rows) {
				t.Error(text.String())
			}
		})
	}
}

func TestEveryDrillNoticesWhatIsNotKept(t *testing.T) {
	r := testRig(t)
	r.promise = promise{growth: -1 << 10, pipe: 1e9, terminal: 1e9, death: time.Nanosecond}
	r.points = 1
	for _, d := range drills {
		for _, made := range d.hold(t.Context(), r) {
			if len(made.faults) == 0 && !strings.HasSuffix(made.amount, "by question") {
				t.Errorf("%s, %s: no fault", made.drill, made.amount)
			}
		}
	}
}

func TestAnInterruptBreaksEveryDrillOff(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("interrupted"))
	for _, d := range drills {
		rows := d.hold(ctx, testRig(t))
		last := rows[len(rows)-1]
		if last.amount != "broken off" || !strings.Contains(last.faults[0], "interrupted") {
			t.Errorf("%s: %+v, want it broken off by the interrupt", d.name, last)
		}
	}
}

func TestOnlyKnownDrillsAreChosen(t *testing.T) {
	t.Parallel()
	if chosen, err := choose("crash,turns"); err != nil || len(chosen) != 2 || chosen[0].name != "crash" {
		t.Errorf("chosen are %v, %v; want crash and turns", chosen, err)
	}
	if _, err := choose("crush"); err == nil {
		t.Error("crush was taken for a drill")
	}
}
