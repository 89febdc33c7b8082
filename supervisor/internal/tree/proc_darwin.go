package tree

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Adopts tells that orphans among the descendants stay in reach, see [Adopt].
const Adopts = false

// Adopt does nothing here: this system has no way to adopt orphans. A daemon that leaves its parent before the first
// freeze is therefore out of reach, and neither stopped nor killed.
func Adopt() error { return nil }

// scan appends the whole process table to into.
func scan(into []process) ([]process, error) {
	all, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return into, fmt.Errorf("read kern.proc.all: %w", err)
	}
	for i := range all {
		into = append(into, fromKernel(&all[i]))
	}
	return into, nil
}

// look reads one process again, or says [os.ErrProcessDone].
func look(pid int) (process, error) {
	p, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if errors.Is(err, unix.EIO) || errors.Is(err, unix.ESRCH) { // EIO is for an answer of no rows
		return process{}, os.ErrProcessDone
	}
	if err != nil {
		return process{}, fmt.Errorf("read kern.proc.pid.%d: %w", pid, err)
	}
	return fromKernel(p), nil
}

// stopQueued knows nothing here: this system drops a SIGSTOP that is sent to a stopped process.
func stopQueued(int) bool { return false }

// awakeThreads and stopThreads have nothing to do here, where the state of a process is that of all its threads.
func awakeThreads(process) []int { return nil }

func stopThreads(int, []int) {}

// As sys/proc.h has them.
const (
	statusStopped = 4     // SSTOP
	statusZombie  = 5     // SZOMB
	flagTraced    = 0x800 // P_TRACED
)

func fromKernel(k *unix.KinfoProc) process {
	p := process{
		id:     id{int(k.Proc.P_pid), uint64(k.Proc.P_starttime.Sec)*1e6 + uint64(k.Proc.P_starttime.Usec)},
		parent: int(k.Eproc.Ppid),
		group:  int(k.Eproc.Pgid),
	}
	copy(p.comm[:], k.Proc.P_comm[:])
	switch {
	case k.Proc.P_stat == statusZombie:
		p.state = dead
	case k.Proc.P_stat == statusStopped && k.Proc.P_flag&flagTraced != 0:
		p.state = traced
	case k.Proc.P_stat == statusStopped:
		p.state = stopped
	}
	return p
}
