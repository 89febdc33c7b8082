package follow

import (
	"os"
	"testing"

	"github.com/fsnotify/fsnotify"
)

func TestTheNearestDirectoryIsWatched(t *testing.T) {
	root := t.TempDir()
	deep := root + "/a/b"
	w := newWatch(fsnotify.NewWatcher)
	defer w.close()
	for _, c := range []struct {
		name    string
		before  func() error
		changed bool
		at      string
	}{
		{"what is there", func() error { return nil }, true, root},
		{"nothing new", func() error { return nil }, false, root},
		{"one step nearer", func() error { return os.Mkdir(root+"/a", 0o700) }, true, root + "/a"},
		{"the directory", func() error { return os.Mkdir(deep, 0o700) }, true, deep},
		{"and back", func() error { return os.RemoveAll(root + "/a") }, true, root},
	} {
		if err := c.before(); err != nil {
			t.Fatal(err)
		}
		if got := w.on([]string{deep}); got != c.changed || len(w.dirs) != 1 || !w.dirs[c.at] {
			t.Errorf("%s: changed %v, watches %v, want %v, %s", c.name, got, w.dirs, c.changed, c.at)
		}
	}
}

func TestTwoNamesOfOneDirectoryChangeNothing(t *testing.T) {
	root := t.TempDir()
	if err := os.Symlink(root, root+"/link"); err != nil {
		t.Fatal(err)
	}
	w := newWatch(fsnotify.NewWatcher)
	defer w.close()
	dirs := []string{root, root + "/link"}
	if !w.on(dirs) || w.on(dirs) {
		t.Error("it changes for ever")
	}
}
