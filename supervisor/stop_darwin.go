package supervisor

import "golang.org/x/sys/unix"

// stopping returns a signal with the same effect that has its default action: os/signal takes SIGTSTP over for good.
// Shells call it another kind of stop.
func stopping(unix.Signal) (instead unix.Signal, restore func()) { return unix.SIGTTIN, func() {} }
