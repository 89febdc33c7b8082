package prompt

import "golang.org/x/sys/unix"

const (
	interrupt = 0x03 // Ctrl-C
	suspend   = 0x1a // Ctrl-Z
)

// raw is a mode in which every key comes as it is typed and all output goes out as it is, like cfmakeraw(3).
func raw(t unix.Termios) unix.Termios {
	t.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
	t.Oflag &^= unix.OPOST
	t.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
	t.Cflag &^= unix.CSIZE | unix.PARENB
	t.Cflag |= unix.CS8
	t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
	return t
}

// lines is a mode in which the terminal edits and echoes a line. Ctrl-C and Ctrl-Z end the line instead of raising a
// signal, so that they can be answers.
func lines(t unix.Termios) unix.Termios {
	t.Lflag &^= unix.ISIG
	t.Lflag |= unix.ICANON | unix.IEXTEN // which VEOL2 takes
	t.Cc[unix.VEOL], t.Cc[unix.VEOL2] = interrupt, suspend
	return t
}
