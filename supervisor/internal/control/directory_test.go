package control

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestListenMakesEverythingPrivate(t *testing.T) {
	runtime, temp := ownRuntime(t)
	inTemp := filepath.Join(temp, "turnguard-"+strconv.Itoa(os.Geteuid()))
	for _, tt := range []struct{ name, runtime, home string }{
		{"in the runtime directory", runtime, filepath.Join(runtime, "turnguard")},
		{"without one", "", inTemp},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("XDG_RUNTIME_DIR", tt.runtime)
			s, err := Listen()
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			dir := filepath.Join(tt.home, strconv.Itoa(os.Getpid()))
			if s.Dir() != dir || s.Path() != filepath.Join(dir, "guard") {
				t.Errorf("directory %s, socket %s", s.Dir(), s.Path())
			}
			for path, want := range map[string]os.FileMode{tt.home: 0o700, s.Dir(): 0o700, s.Path(): 0o600} {
				info, err := os.Lstat(path)
				if err != nil {
					t.Fatal(err)
				}
				if got := info.Mode().Perm(); got != want {
					t.Errorf("%s has mode %o, want %o", path, got, want)
				}
			}
			if err := os.WriteFile(filepath.Join(s.Dir(), "extension.ts"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if exists(dir) {
				t.Errorf("%s is still there", dir)
			}
		})
	}
}

func TestARuntimeDirectoryThatOthersCanWriteToIsNotUsed(t *testing.T) {
	runtime, _ := ownRuntime(t)
	link := filepath.Join(shortDir(t), "link")
	if err := os.Symlink(runtime, link); err != nil {
		t.Fatal(err)
	}
	open := shortDir(t)
	if err := os.Chmod(open, 0o770); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", ".", "relative", filepath.Join(runtime, "missing"), link, open} {
		t.Setenv("XDG_RUNTIME_DIR", dir)
		if got := homes(); len(got) != 1 {
			t.Errorf("XDG_RUNTIME_DIR=%s: %v", dir, got)
		}
	}
}

// Whoever owns the directory, or can change what its name means, could put another socket in the guard's place.
func TestADirectoryThatIsNotPrivateIsRefused(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func(home string) error
		want string
	}{
		{"a link", func(home string) error { return os.Symlink(filepath.Dir(home), home) }, "is no directory"},
		{"a file", func(home string) error { return os.WriteFile(home, nil, 0o600) }, "is no directory"},
		{"open to a group", func(home string) error { return os.Mkdir(home, 0o750) }, "has mode 0750, want 0700"},
		{"open to all", func(home string) error { return os.Mkdir(home, 0o755) }, "has mode 0755, want 0700"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			runtime, _ := ownRuntime(t)
			home := filepath.Join(runtime, "turnguard")
			if err := tt.make(home); err != nil {
				t.Fatal(err)
			}
			s, err := Listen()
			if err == nil {
				_ = s.Close()
			}
			if want := "making the guard's socket: " + home + ": " + tt.want; err == nil || err.Error() != want {
				t.Errorf("error %v, want %s", err, want)
			}
			if guards, err := Running(); len(guards) > 0 || err != nil {
				t.Errorf("guards %v, %v", guards, err)
			}
		})
	}
}

func TestADirectoryOfAnotherUserIsRefused(t *testing.T) {
	dir := shortDir(t)
	if err := makePrivate(dir, os.Geteuid()); err != nil {
		t.Error(err)
	}
	err := makePrivate(dir, os.Geteuid()+1)
	want := dir + ": belongs to another user (" + strconv.Itoa(os.Geteuid()) + ")"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestAPathTooLongForASocketIsAClearError(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("x", 100))
	if err := os.Mkdir(long, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_RUNTIME_DIR", long)
	_, err := Listen()
	if err == nil || !strings.Contains(err.Error(), "/guard: has ") ||
		!strings.Contains(err.Error(), " bytes, too long a path for a socket: want at most 10") {
		t.Errorf("error %v", err)
	}
	if exists(long, "turnguard") {
		t.Error("a directory was made all the same")
	}
}

func TestTheLongestPathThatFitsIsTaken(t *testing.T) {
	dir := shortDir(t)
	rest := filepath.Join("turnguard", strconv.Itoa(os.Getpid()), "guard")
	for _, tt := range []struct {
		length int
		fits   bool
	}{{maxPath, true}, {maxPath + 1, false}} {
		runtime := filepath.Join(dir, strings.Repeat("x", tt.length-len(dir)-len(rest)-2))
		if err := os.Mkdir(runtime, 0o700); err != nil {
			t.Fatal(err)
		}
		t.Setenv("XDG_RUNTIME_DIR", runtime)
		s, err := Listen()
		if tt.fits != (err == nil) || err != nil && !strings.Contains(err.Error(), "too long a path") {
			t.Errorf("%d bytes: %v", tt.length, err)
		}
		if err == nil {
			_ = s.Close()
		}
	}
}
