package tree

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// awakeThreads returns the threads of p that can act although the state of p, which is that of its main thread, does
// not say so.
func awakeThreads(p process) []int {
	if p.state != opaque && p.state != traced {
		return nil
	}
	task := "/proc/" + strconv.Itoa(p.pid) + "/task/"
	entries, _ := os.ReadDir(task) // nothing where the process has ended
	var awake []int
	for _, entry := range entries {
		thread, err := readStat(unix.AT_FDCWD, task+entry.Name()+"/stat")
		if err == nil && thread.state == running {
			awake = append(awake, thread.pid)
		}
	}
	return awake
}

// stopThreads hands a SIGSTOP to each of the threads of the process pid. One that is sent to the process goes to its
// main thread; if that waits for a disk, or for a vforked child that we hold, the stop does not reach the others.
func stopThreads(pid int, threads []int) {
	for _, thread := range threads {
		_ = unix.Tgkill(pid, thread, unix.SIGSTOP) // one that has ended needs none
	}
}
