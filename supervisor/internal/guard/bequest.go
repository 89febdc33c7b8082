package guard

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// bequest is what the guard does for the user's terminal when turnguard is gone.
type bequest struct {
	Terminal
	tty *os.File // nil: there is none
}

// reset writes what makes the screen fit for a shell, or what is left of that. It does not wait for long: a terminal that
// takes no output must not keep the guard from killing, and one that somebody else writes to just now refuses it once.
func (b *bequest) reset(within time.Duration) {
	if b.tty == nil {
		return
	}
	fd := int(b.tty.Fd())
	_ = unix.SetNonblock(fd, true)
	for deadline := time.Now().Add(within); b.Reset != ""; time.Sleep(time.Millisecond) {
		n, err := unix.Write(fd, []byte(b.Reset))
		b.Reset = b.Reset[max(n, 0):]
		again := err == nil || errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR)
		if !again || time.Now().After(deadline) {
			return
		}
	}
}

// restore puts the terminal into the mode in which it was found. Where a shell has put it into a mode of its own by now,
// that stays: the guard, in another session, cannot ask whose it is, but it knows the modes in which turnguard can have
// left it.
func (b *bequest) restore() {
	if b.tty == nil {
		return
	}
	fd := int(b.tty.Fd())
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
