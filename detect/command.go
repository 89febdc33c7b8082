package detect

import (
	"path"
	"slices"
	"strings"
)

// launchers start the program that stands behind them. Their value lists the options that take a word of their own.
var launchers = map[string][]string{
	"env": {"-u", "-C", "-S", "--unset", "--chdir"}, "nice": {"-n"}, "ionice": {"-c", "-n"}, "nohup": nil, "setsid": nil,
	"stdbuf": {"-i", "-o", "-e"}, "timeout": {"-s", "-k"}, "time": nil, "sudo": {"-u", "-g"}, "doas": {"-u"}, "exec": nil,
	"npx": {"-p", "--package"}, "bunx": nil, "pnpx": nil, "pnpm": nil, "npm": nil, "yarn": nil, "dlx": nil, "x": nil,
	"node": {"-r", "--require", "--import"}, "bun": nil, "deno": nil, "run": nil, "bash": nil, "sh": nil,
}

// ForCommand tells from a command line which agent it starts, or returns nil: through paths and launchers such as env,
// npx and node, by an npm package's name, and by a script that is named after the agent. The user's own agents come first.
func ForCommand(argv []string, own ...*Table) *Table {
	t, _ := Locate(argv, own...)
	return t
}

// Locate is ForCommand and tells which word names the program, known or not, so that the words behind it are that
// program's own. The index is -1 where there is none, or only a part of a word, as in sh -c "pi --mode json".
func Locate(argv []string, own ...*Table) (*Table, int) {
	for i := 0; i < len(argv); i++ {
		word := argv[i]
		if strings.Contains(word, " ") {
			return ForCommand(strings.Fields(word), own...), -1
		}
		if t := named(word, own); t != nil {
			return t, i
		}
		takesWord, isLauncher := launchers[path.Base(word)]
		if !isLauncher {
			return nil, i
		}
		i = skipOptions(argv, i, takesWord)
	}
	return nil, -1
}

// skipOptions returns the index of the last word behind the launcher at i that is an option of it, an option's value, an
// assignment (env A=1) or a duration (timeout 5m).
func skipOptions(argv []string, i int, takesWord []string) int {
	for i+1 < len(argv) {
		next := argv[i+1]
		switch {
		case slices.Contains(takesWord, next):
			i += 2
		case strings.HasPrefix(next, "-"), strings.Contains(next, "=") && !strings.Contains(next, "/"),
			strings.Trim(next, "0123456789.smhd") == "":
			i++
		default:
			return i
		}
	}
	return i
}

// named returns the agent that a word of a command line names: `pi`, `/opt/bin/pi`, `my-claude.sh` does not,
// `@anthropic-ai/claude-code@2.1.0` and `node_modules/@anthropic-ai/claude-code/cli.js` do.
func named(word string, own []*Table) *Table {
	base, _, _ := strings.Cut(path.Base(word), "@")
	for _, ext := range []string{".js", ".mjs", ".cjs", ".ts", ".sh", ".exe"} {
		base = strings.TrimSuffix(base, ext)
	}
	for _, t := range slices.Concat(own, Tables()) {
		if slices.Contains(t.Commands, base) {
			return t
		}
		scope := ""
		for part := range strings.SplitSeq(word, "/") {
			name, _, _ := strings.Cut(part, "@")
			if slices.Contains(t.Packages, name) || slices.Contains(t.Packages, scope+"/"+name) {
				return t
			}
			scope = part
		}
	}
	return nil
}

// Streaming tells whether the command line makes the agent of table t print its events.
func (t *Table) Streaming(argv []string) bool { return hasWords(argv, t.Streams) }

// Interactive tells whether the command line leaves the agent of table t waiting for a person's prompt.
func (t *Table) Interactive(argv []string) bool {
	return len(t.Headless) > 0 && !hasWords(argv, t.Headless)
}

// ReadsPrompts tells whether the command line makes the agent of table t take further prompts from standard input, so
// that what goes in there is a person's or a program's word, line by line.
func (t *Table) ReadsPrompts(argv []string) bool { return hasWords(argv, t.TwoWay) }

// Elsewhere returns the word of the command line by which the agent of table t works in a process that is not below the
// one that is started; "" if there is none.
func (t *Table) Elsewhere(argv []string) string {
	table, i := Locate(argv)
	if t == nil || table != t || i < 0 {
		return ""
	}
	for at, word := range argv[i+1:] {
		name, _, _ := strings.Cut(word, "=")
		if slices.Contains(t.Remote, name) && (at == 0 || strings.HasPrefix(word, "-")) {
			return word
		}
	}
	return ""
}

// hasWords finds "--mode rpc" in a command line, also where it is spelled --mode=rpc. A prompt is one word, so that
// what it says is none of them.
func hasWords(argv, wanted []string) bool {
	if _, i := Locate(argv); i >= 0 {
		argv = argv[i+1:]
	} else { // sh -c "pi --mode rpc"
		argv = strings.Fields(strings.Join(argv, " "))
	}
	const sep = "\x00"
	line := sep
	for _, word := range argv {
		if strings.HasPrefix(word, "-") {
			word = strings.Replace(word, "=", sep, 1)
		}
		line += word + sep
	}
	return slices.ContainsFunc(wanted, func(words string) bool {
		return strings.Contains(line, sep+strings.ReplaceAll(words, " ", sep)+sep)
	})
}
