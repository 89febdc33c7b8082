package guard

import (
	"os"

	"golang.org/x/sys/unix"
)

// bequest is what the guard does for the user's terminal when turnguard is gone.
type bequest struct {
	Terminal
	tty *os.File // nil: there is none
}

// carryOut gives the terminal back. Where a shell has put it into a mode of its own by now, that stays: the guard, in
// another session, cannot ask whose it is, but it knows the modes in which turnguard can have left it.
func (b *bequest) carryOut() {
	if b.tty == nil {
		return
	}
	fd := int(b.tty.Fd())
	// A terminal that takes no output must not keep the guard from killing.
	_ = unix.SetNonblock(fd, true)
	if b.Reset != "" {
		_, _ = unix.Write(fd, []byte(b.Reset))
	}
	now, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return // it is gone
	}
	for _, ours := range b.Ours {
		if *now == ours {
			_ = unix.IoctlSetTermios(fd, setTermios, &b.Saved)
			return
		}
	}
}
