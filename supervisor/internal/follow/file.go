package follow

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// file is how far a file has been read.
type file struct {
	path   string
	offset int64
	fresh  bool        // what comes next continues nothing
	info   fs.FileInfo // the file that it was; nil: not seen yet
}

// restart lets the next bytes be the first of a file.
func (f *file) restart() { f.offset, f.fresh = 0, true }

const (
	bufferSize = 64 << 10
	most       = 16 << 20 // of one file, before the others have their turn
)

// reader hands over what files have grown by.
type reader struct {
	grown func(Piece)
	buf   []byte
}

func newReader(grown func(Piece)) *reader {
	return &reader{grown: grown, buf: make([]byte, bufferSize)}
}

// read hands over what f has grown by. It reports whether there is more.
func (r *reader) read(f *file) (more bool) {
	info, err := os.Lstat(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		f.restart()
		f.info = nil
		return false
	}
	if err != nil || f.info != nil && os.SameFile(f.info, info) && info.Size() == f.offset {
		return false
	}
	in, info, err := open(f.path)
	if err != nil {
		return false
	}
	defer in.Close()
	if f.info != nil && !os.SameFile(f.info, info) || info.Size() < f.offset {
		f.restart()
	}
	f.info = info
	end := min(info.Size(), f.offset+most)
	for f.offset < end {
		n, err := in.ReadAt(r.buf[:min(bufferSize, end-f.offset)], f.offset)
		if n > 0 {
			fresh := f.fresh
			f.offset, f.fresh = f.offset+int64(n), false
			r.grown(Piece{Path: f.path, Fresh: fresh, Data: r.buf[:n]})
		}
		if err != nil {
			return false
		}
	}
	return end < info.Size()
}

var errForeign = errors.New("not a regular file of this user")

// open opens a file to read, if it is one that this user's agent can have written: no link, no pipe, nobody else's.
func open(path string) (*os.File, fs.FileInfo, error) {
	in, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := in.Stat()
	if err == nil && !ours(info) {
		err = errForeign
	}
	if err != nil {
		in.Close()
		return nil, nil, err
	}
	return in, info, nil
}

func ours(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && info.Mode().IsRegular() && int(stat.Uid) == os.Geteuid()
}

// readSmall reads a whole file of at most 1 MiB, through links: a person may keep it elsewhere.
func readSmall(path string) ([]byte, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	in, _, err := open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(io.LimitReader(in, 1<<20))
}
