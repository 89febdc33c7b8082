package cgroup

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestLocate(t *testing.T) {
	t.Parallel()
	const (
		unified = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
		hybrid  = "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n" +
			"32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n" +
			"41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
		bind = "50 23 0:26 /user.slice/me /mnt/my\\040groups\\134 rw master:1 propagate_from:2 - cgroup2 none rw\n"
	)
	for _, tt := range []struct {
		name, groups, mounts string
		want                 []string
	}{
		{"unified", "0::/user.slice/a.scope\n", unified, []string{"/sys/fs/cgroup/user.slice/a.scope"}},
		{"the root group", "0::/\n", unified, []string{"/sys/fs/cgroup"}},
		{"hybrid", "5:cpu:/x\n1:name=systemd:/y\n0::/z\n", hybrid, []string{"/sys/fs/cgroup/unified/z"}},
		{"version 1 only", "5:cpu:/x\n", hybrid, nil},
		{"not mounted", "0::/a\n", "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n", nil},
		{
			"mounted twice", "0::/user.slice/me/a\n", unified + bind,
			[]string{"/sys/fs/cgroup/user.slice/me/a", `/mnt/my groups\/a`},
		},
		{"the root of a bind mount", "0::/user.slice/me\n", bind, []string{`/mnt/my groups\`}},
		{"outside a bind mount", "0::/user.slice/meagre\n", bind, nil},
		{"above a bind mount", "0::/user.slice\n", bind, nil},
		{"outside our namespace", "0::/../a\n", unified, nil},
		{"a mount from outside our namespace", "0::/\n", strings.Replace(bind, "/user.slice/me", "/..", 1), nil},
		{"both from there", "0::/../a\n", strings.Replace(bind, "/user.slice/me", "/..", 1), []string{`/mnt/my groups\/a`}},
		{"a name like a file system", "0::/a\n", "30 23 0:26 / /cgroup2 rw - ext4 cgroup2 rw\n", nil},
		{"cut short", "0::/a\n", "30 23 0:26 / - cgroup2\n", nil},
		{"nothing", "", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := locate(tt.groups, tt.mounts); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func FuzzLocateStaysBelowTheMount(f *testing.F) {
	f.Add("/", "/a/b")
	f.Add("/a", "/a/../b")
	f.Add("/..", "/../..")
	f.Fuzz(func(t *testing.T, root, group string) {
		root = strings.NewReplacer(" ", "_", "\n", "_").Replace(root) // the kernel escapes them
		for _, path := range locate("0::"+group+"\n", "30 23 0:26 "+root+" /mnt rw - cgroup2 cgroup2 rw\n") {
			if path != "/mnt" && !strings.HasPrefix(path, "/mnt/") || path != filepath.Clean(path) {
				t.Errorf("got %q", path)
			}
		}
	})
}
