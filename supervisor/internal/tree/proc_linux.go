package tree

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// Adopts tells that orphans among the descendants stay in reach, see [Adopt].
const Adopts = true

// Adopt makes this process the parent of every orphan among its descendants, so that a daemon which has left its
// parent stays in the tree. It holds until this process ends. The orphans are then its own to reap.
func Adopt() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("become the reaper of orphans: %w", err)
	}
	return nil
}

// scan appends the whole process table to into.
func scan(into []process) ([]process, error) {
	proc, err := unix.Open("/proc", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return into, fmt.Errorf("open /proc: %w", err)
	}
	defer unix.Close(proc)
	// Small on purpose. Names come in order of number and are read just ahead of their processes, so a scan of a chain
	// of processes that start the next and end comes last to the one that lives.
	var entries [512]byte
	for {
		n, err := unix.Getdents(proc, entries[:])
		if err != nil {
			return into, fmt.Errorf("read /proc: %w", err)
		}
		if n == 0 {
			return into, nil
		}
		for rest := entries[:n]; len(rest) > 0; {
			// struct linux_dirent64: inode 8 bytes, offset 8, record length 2, type 1, name up to a NUL.
			length := binary.NativeEndian.Uint16(rest[16:])
			name, _, _ := bytes.Cut(rest[19:length], []byte{0})
			rest = rest[length:]
			if name[0] < '1' || name[0] > '9' {
				continue
			}
			p, err := readStat(proc, string(name)+"/stat")
			if errors.Is(err, os.ErrProcessDone) || errors.Is(err, os.ErrPermission) {
				continue // it has ended, or /proc hides it (hidepid): another user's, which we could not stop either
			}
			if err != nil {
				return into, err
			}
			into = append(into, p)
		}
	}
}

// look reads one process again, or says [os.ErrProcessDone].
func look(pid int) (process, error) {
	return readStat(unix.AT_FDCWD, "/proc/"+strconv.Itoa(pid)+"/stat")
}

func readStat(dir int, path string) (process, error) {
	fd, err := unix.Openat(dir, path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return process{}, ended("open", path, err)
	}
	defer unix.Close(fd)
	var line [2 << 10]byte // some 50 numbers
	n, err := unix.Read(fd, line[:])
	if err != nil {
		return process{}, ended("read", path, err)
	}
	p, ok := parseStat(line[:n])
	if !ok {
		return process{}, fmt.Errorf("read %s: no process in %q", path, string(line[:n]))
	}
	return p, nil
}

// ended turns the errors of a process that has ended, before or while its file was opened, into one.
func ended(op, path string, err error) error {
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ESRCH) {
		return os.ErrProcessDone
	}
	return &os.PathError{Op: op, Path: path, Err: err}
}

// stopQueued says whether a SIGSTOP waits for the process pid, as it does when that is sent to a stopped process.
func stopQueued(pid int) bool {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return false
	}
	_, mask, _ := bytes.Cut(status, []byte("\nShdPnd:\t"))
	mask, _, _ = bytes.Cut(mask, []byte("\n"))
	queued, err := strconv.ParseUint(string(mask), 16, 64)
	return err == nil && queued&(1<<(syscall.SIGSTOP-1)) != 0
}
