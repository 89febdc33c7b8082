package command

import (
	"errors"
	"io/fs"

	"github.com/urfave/cli/v2"

	"github.com/turnguard/turnguard/supervisor/config"
)

// readValues readies what stands on a command line and in the config file that holds for it.
func readValues(c *cli.Context) *values {
	v := &values{flags: c}
	path, source := v.lookup("config", []string{"TURNGUARD_CONFIG"})
	switch {
	case path == "none":
		return v
	case source == unset:
		path = config.Path()
	case path == "":
		v.fail("config", source, path, errors.New("want a file, or none"))
	}
	if path == "" {
		return v
	}
	file, err := config.Read(path, defaultable())
	switch {
	case errors.Is(err, fs.ErrNotExist) && source == unset: // nobody has to have one
	case errors.Is(err, fs.ErrNotExist):
		v.fail("config", source, path, errors.New("no such file"))
	default:
		v.file, v.err = file, err
	}
	return v
}

// defaultable lists the flags that may have a default in the config file: those that say how an agent is guarded.
func defaultable() (names []string) {
	for _, flag := range guardFlags() {
		names = append(names, flag.Names()[0])
	}
	return names
}
