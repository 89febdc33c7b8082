//go:build !linux

package supervisor

import "syscall"

// dieWithParent does nothing: only Linux ends a process with its parent.
func dieWithParent(*syscall.SysProcAttr) {}
