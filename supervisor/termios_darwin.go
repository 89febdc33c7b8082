package supervisor

import "golang.org/x/sys/unix"

const setTermios = unix.TIOCSETA
