package prompt

import "golang.org/x/sys/unix"

const interrupt = 0x03 // Ctrl-C

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

// lines is a mode in which the terminal edits and echoes a line. Ctrl-C ends the line instead of raising a signal, so
// that it can be an answer.
func lines(t unix.Termios) unix.Termios {
	t.Lflag &^= unix.ISIG
	t.Lflag |= unix.ICANON
	t.Cc[unix.VEOL] = interrupt
	return t
}
