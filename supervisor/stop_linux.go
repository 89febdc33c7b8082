package supervisor

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// action is the kernel's struct sigaction.
type action struct {
	handler, flags, restorer uintptr
	mask                     uint64
}

// stopping gives a stop signal its default action, until restored: os/signal takes a signal over for good, and after
// Reset the Go runtime still drops it.
func stopping(sig unix.Signal) (same unix.Signal, restore func()) {
	was := new(action)
	if setAction(sig, &action{}, was) != nil {
		return unix.SIGTTIN, func() {} // which is nobody's but the kernel's; shells call it another kind of stop
	}
	return sig, func() { _ = setAction(sig, was, nil) }
}

func setAction(sig unix.Signal, to, was *action) error {
	_, _, errno := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(sig),
		uintptr(unsafe.Pointer(to)), uintptr(unsafe.Pointer(was)), unsafe.Sizeof(to.mask), 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
