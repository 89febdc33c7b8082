package stats

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/turnguard/turnguard/detect"
)

// file is one that may hold a session.
type file struct {
	path    string
	table   *detect.Table
	project string // where the file itself does not tell
	sub     bool   // it is a sub-agent's
}

// read counts the file to its end, in memory that does not grow with it. A session of a project that is not wanted is
// given up when the file has told its project, and is empty.
func (f file) read(wanted func(project string) bool, buf []byte) (Session, error) {
	r := reader{sub: f.sub}
	d, err := detect.New(detect.Options{Table: f.table, Emit: r.observe})
	if err != nil {
		return Session{}, err
	}
	in, err := open(f.path)
	if err != nil {
		return Session{}, err
	}
	defer in.Close()
	for r.dir == "" || wanted(r.dir) {
		n, err := in.Read(buf)
		_, _ = d.Write(buf[:n])
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Session{}, err
		}
	}
	d.Close()
	s := r.end()
	s.Agent, s.Project = f.table.Name, r.dir
	if s.Project == "" {
		s.Project = f.project
	}
	if !wanted(s.Project) {
		return Session{}, nil
	}
	return s, nil
}

// open opens a file to read if it is a regular one: a pipe would be waited for.
func open(path string) (*os.File, error) {
	in, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := in.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("open %s: not a regular file", path)
	}
	if err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

// firstLine returns the first line of a small file, "" if there is none.
func firstLine(path string) string {
	in, err := open(path)
	if err != nil {
		return ""
	}
	defer in.Close()
	text, _ := io.ReadAll(io.LimitReader(in, 4<<10))
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(line)
}
