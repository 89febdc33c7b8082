package control

import "golang.org/x/sys/unix"

func credentials(fd int) (Peer, error) {
	cred, err := unix.GetsockoptXucred(fd, unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	if err != nil {
		return Peer{}, err
	}
	pid, err := unix.GetsockoptInt(fd, unix.SOL_LOCAL, unix.LOCAL_PEERPID)
	if err != nil {
		return Peer{}, err
	}
	peer := Peer{PID: pid, UID: int(cred.Uid)}
	if p, err := look(pid); err == nil {
		peer.start = p.start
	}
	return peer, nil
}

func look(pid int) (process, error) {
	p, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return process{}, err
	}
	start := p.Proc.P_starttime
	return process{int(p.Eproc.Ppid), uint64(start.Sec)*1e6 + uint64(start.Usec)}, nil
}
