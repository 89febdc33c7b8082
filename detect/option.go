package detect

import (
	"slices"
	"strings"
)

// option is one of an agent's flags as a command line has it.
type option struct {
	name, value string   // of several values the first
	words       []string // all of it
}

// options finds those flags among an agent's own words that usages list, each as in the agent's help: "--offline" stands
// alone, "--extension, -e <path>" has a value, which may be joined to it with =, and "--betas <betas...>" one or more, up
// to the next flag. A value is no flag, however it looks, and behind a bare -- there are none. What lacks its value is
// left out.
func options(words, usages []string) (found []option) {
	values := map[string]string{} // as in the help, by name
	for _, usage := range usages {
		names, value, _ := strings.Cut(usage, " <")
		for name := range strings.SplitSeq(names, ", ") {
			values[name] = value
		}
	}
	for len(words) > 0 && words[0] != "--" {
		n := 1
		name, value, joined := strings.Cut(words[0], "=")
		kind, known := values[name]
		if kind != "" && !joined {
			n++
			for strings.HasSuffix(kind, "...>") && n < len(words) && !strings.HasPrefix(words[n], "-") {
				n++
			}
			if n > len(words) {
				break
			}
			value = words[1]
		}
		if known {
			found = append(found, option{name, value, words[:n]})
		}
		words = words[n:]
	}
	return found
}

// has tells whether a flag of that name was found.
func has(found []option, name string) bool {
	return slices.ContainsFunc(found, func(o option) bool { return o.name == name })
}
