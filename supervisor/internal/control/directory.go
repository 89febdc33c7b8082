package control

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// homes returns the directories in which guards of this user may have theirs. A new guard takes the first: in the
// user's runtime directory if there is one, else among the temporary files, named after the user as tmux has it. The
// verbs look into both, since they may be called from another environment.
func homes() []string {
	var list []string
	if dir := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) && ours(dir) {
		list = append(list, filepath.Join(dir, "turnguard"))
	}
	return append(list, filepath.Join(os.TempDir(), "turnguard-"+strconv.Itoa(os.Geteuid())))
}

// ours tells whether dir is a directory of this user's in which nobody else can make anything. It need not be private.
func ours(dir string) bool {
	info, err := os.Lstat(dir)
	return err == nil && info.IsDir() && owner(info) == os.Geteuid() && info.Mode().Perm()&0o022 == 0
}

// makePrivate makes a directory for the user uid, us, alone. One that is there already will do if it is just that.
func makePrivate(dir string, uid int) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return checkPrivate(dir, uid)
}

// checkPrivate says what is wrong with a directory that should be private to the user uid.
func checkPrivate(dir string, uid int) error {
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir(): // a symbolic link would lead where others may have a hand in
		return fmt.Errorf("%s: is no directory", dir)
	case owner(info) != uid:
		return fmt.Errorf("%s: belongs to another user (%d)", dir, owner(info))
	case info.Mode().Perm() != 0o700:
		return fmt.Errorf("%s: has mode %04o, want 0700", dir, info.Mode().Perm())
	}
	return nil
}

func owner(info fs.FileInfo) int { return int(info.Sys().(*syscall.Stat_t).Uid) }
