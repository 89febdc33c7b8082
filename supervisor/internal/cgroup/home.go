package cgroup

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Frozen tells whether process pid stands still with its control group, which neither its state nor ps shows.
func Frozen(pid int) bool {
	paths, err := home(strconv.Itoa(pid))
	if err != nil {
		return false
	}
	frozen, err := event(paths[0], "frozen")
	return frozen && err == nil
}

// home returns where the group of a process can be found: more than one path if cgroup v2 is mounted more than once.
func home(pid string) ([]string, error) {
	groups, err := os.ReadFile("/proc/" + pid + "/cgroup")
	if err != nil {
		return nil, err
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	paths := locate(string(groups), string(mounts))
	if len(paths) == 0 {
		return nil, errors.New("no cgroup v2 with the group of this process is mounted")
	}
	return paths, nil
}

// locate finds the group that groups, as in /proc/self/cgroup, names for cgroup v2, in mounts, as in
// /proc/self/mountinfo. See cgroups(7) and proc_pid_mountinfo(5).
func locate(groups, mounts string) (paths []string) {
	for line := range strings.SplitSeq(groups, "\n") {
		group, ok := strings.CutPrefix(line, "0::/")
		if !ok {
			continue
		}
		for line := range strings.SplitSeq(mounts, "\n") {
			root, point, ok := parseMount(line)
			if !ok {
				continue
			}
			if inside, ok := below(root, "/"+group); ok {
				paths = append(paths, filepath.Join(point, inside))
			}
		}
	}
	return paths
}

// parseMount reads a mount of cgroup v2: "31 23 0:28 / /sys/fs/cgroup rw,relatime shared:9 - cgroup2 cgroup2 rw".
func parseMount(line string) (root, point string, ok bool) {
	mount, system, _ := strings.Cut(line, " - ")
	fields := strings.Split(mount, " ")
	if len(fields) < 6 || !strings.HasPrefix(system, "cgroup2 ") {
		return "", "", false
	}
	return unescape.Replace(fields[3]), unescape.Replace(fields[4]), true
}

var unescape = strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\043`, "#", `\134`, `\`)

// below returns the way from root down to path. There is none if root, of a bind mount, is not above path, or if path
// is outside the caller's cgroup namespace: the kernel then begins it with "/..".
func below(root, path string) (string, bool) {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(root, "/"))
	if !ok || rest != "" && rest[0] != '/' {
		return "", false
	}
	rest = "." + rest
	return rest, filepath.IsLocal(rest)
}
