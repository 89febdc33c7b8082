package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func write(t *testing.T, text string, mode fs.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAFileThatOthersCanWriteIsRefused(t *testing.T) {
	t.Parallel()
	path := write(t, "max-turns = 3", 0o602)
	_, err := Read(path, flags)
	if want := path + ": others can write it (mode 0602), want chmod go-w"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := Read(write(t, "max-turns = 3", 0o644), flags); err != nil {
		t.Error(err)
	}
}

func TestALinkIsFollowed(t *testing.T) {
	t.Parallel()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(write(t, "max-turns = 3", 0o600), link); err != nil {
		t.Fatal(err)
	}
	f, err := Read(link, flags)
	if err != nil || f.Name() != link {
		t.Errorf("read %q, %v", f.Name(), err)
	}
}

func TestWhatIsNoFileIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		dir:  "is no regular file",
		pipe: "is no regular file",
		write(t, strings.Repeat("#\n", 32<<10)+"#", 0o600): "is larger than 64 KiB, which is no config file",
	} {
		if _, err := Read(path, flags); err == nil || err.Error() != path+": "+want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := Read(filepath.Join(dir, "none"), flags); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want an fs.ErrNotExist", err)
	}
}

// status is what the system tells of a file.
type status struct {
	mode     fs.FileMode
	uid, gid uint32
}

func (s status) Name() string       { return "config.toml" }
func (s status) Size() int64        { return 0 }
func (s status) Mode() fs.FileMode  { return s.mode }
func (s status) ModTime() time.Time { return time.Time{} }
func (s status) IsDir() bool        { return s.mode.IsDir() }
func (s status) Sys() any           { return &syscall.Stat_t{Uid: s.uid, Gid: s.gid} }

func TestOnlyTheUserAndRootAreTrusted(t *testing.T) {
	t.Parallel()
	const me = 1000
	for _, tt := range []struct {
		what string
		file status
		want bool
	}{
		{"mine", status{0o600, me, me}, true},
		{"mine, to read for all", status{0o644, me, 100}, true},
		{"root's", status{0o644, 0, 0}, true},
		{"another user's", status{0o600, 1001, 1001}, false},
		{"mine, to write for all", status{0o646, me, me}, false},
		{"root's, to write for all", status{0o602, 0, 0}, false},
		{"mine, to write for a group", status{0o664, me, 100}, false},
		{"mine, to write for my own group", status{0o664, me, me}, true},
		{"a directory", status{fs.ModeDir | 0o700, me, me}, false},
	} {
		if err := trusted(tt.file, me); (err == nil) != tt.want {
			t.Errorf("%s: %v", tt.what, err)
		}
	}
}
