package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// most is how large a file may be. Nobody writes a larger one by hand, and its keys are looked up in quadratic time.
const most = 64 << 10

// load reads a file, through links, that only its user or root can have written. It is read as it is opened: what its path
// comes to mean later does not matter.
func load(path string) ([]byte, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe must not hold us up
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("cannot be looked at: %w", err)
	}
	if err := trusted(info, os.Geteuid()); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot be read: %w", err)
	case len(text) > most:
		return nil, errors.New("is larger than 64 KiB, which is no config file")
	}
	return text, nil
}

// trusted tells whether only the user with this id, or root, can have written the file. A group that has the user's own
// number is, where systems make one for each user, nobody else's.
func trusted(info fs.FileInfo, user int) error {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !info.Mode().IsRegular() {
		return errors.New("is no regular file")
	}
	writable := info.Mode().Perm() & 0o022
	if stat.Gid == stat.Uid {
		writable &^= 0o020
	}
	switch {
	case int(stat.Uid) != user && stat.Uid != 0:
		return fmt.Errorf("belongs to user %d, want a file of your own or of root", stat.Uid)
	case writable != 0:
		return fmt.Errorf("others can write it (mode %04o), want chmod go-w", info.Mode().Perm())
	}
	return nil
}
