package hook

import (
	"slices"
	"strings"
)

// environment is a process's, each entry "NAME=value".
type environment []string

// get returns the value of a variable, "" if there is none. As for a shell the last entry counts.
func (e environment) get(name string) string {
	for _, entry := range slices.Backward(e) {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value
		}
	}
	return ""
}

// with returns an environment that has the entries of set instead of its own ones of their names.
func (e environment) with(set []string) environment {
	kept := slices.DeleteFunc(slices.Clone(e), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.ContainsFunc(set, func(s string) bool { return strings.HasPrefix(s, name+"=") })
	})
	return append(kept, set...)
}
