package guard

import (
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	getTermios = unix.TCGETS
	setTermios = unix.TCSETS
)

func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// bornIn has a process begin its life in a control group.
func bornIn(attr *syscall.SysProcAttr, group int) { attr.UseCgroupFD, attr.CgroupFD = true, group }
