// Package config reads the user's config file: defaults for flags, and agents of his own, each told by rules as
// detect.Table has them. Whatever is wrong in it is an error that names the line, never a silent default.
package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/turnguard/turnguard/detect"
)

// File is what a config file says. A nil File says nothing.
type File struct {
	path     string
	agents   []*detect.Table
	settings map[string]Setting
}

// Setting is the default of a flag.
type Setting struct {
	// Text is the value as it would stand behind the flag; a number is spelled as in the file.
	Text string
	// Line is where it stands, from 1.
	Line int
}

// Default returns what the file says for a flag, named without its dashes.
func (f *File) Default(flag string) (s Setting, ok bool) {
	if f == nil {
		return s, false
	}
	s, ok = f.settings[flag]
	return s, ok
}

// Own returns the user's own agents, in the file's order.
func (f *File) Own() []*detect.Table {
	if f == nil {
		return nil
	}
	return f.agents
}

// Name returns the path at which the file was read, "" for a nil File.
func (f *File) Name() string {
	if f == nil {
		return ""
	}
	return f.path
}

// Path returns where the user's config file is looked for, whether or not it is there: turnguard/config.toml below
// XDG_CONFIG_HOME, or below ~/.config, on macOS too. It is "" where neither is an absolute path: one that depends on the
// working directory could be the agent's.
func Path() string {
	dir := os.Getenv("XDG_CONFIG_HOME")
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(os.Getenv("HOME"), ".config")
	}
	if !filepath.IsAbs(dir) {
		return ""
	}
	return filepath.Join(dir, "turnguard", "config.toml")
}

// Read reads the file at path, in which these flags may have defaults. Nobody but the user and root may be able to write
// it. The error is an fs.ErrNotExist if there is no such file.
func Read(path string, flags []string) (*File, error) {
	text, err := load(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f, err := read(text, flags)
	var at *lineError
	switch {
	case errors.As(err, &at):
		return nil, fmt.Errorf("%s:%d: %w", path, at.line, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f.path = path
	return f, nil
}

// read makes a File of a document.
func read(text []byte, flags []string) (*File, error) {
	doc, err := parse(text)
	if err != nil {
		return nil, err
	}
	f := &File{settings: map[string]Setting{}}
	for key, v := range doc.each() {
		switch {
		case key == "agents":
			f.agents, err = readAgents(v)
		case !slices.Contains(flags, key):
			err = v.fail("unknown key %q, want a flag that can have a default (%s) or agents", key, strings.Join(flags, ", "))
		case v.kind != quoted && v.kind != bare:
			err = v.fail("%s: want a single value, as the flag takes it", key)
		default:
			f.settings[key] = Setting{Text: v.text, Line: v.line}
		}
		if err != nil {
			return nil, err
		}
	}
	return f, nil
}
