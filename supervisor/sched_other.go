//go:build !linux

package supervisor

// preempt does nothing: only Linux lets a thread ask for a short time slice.
func preempt() error { return nil }
