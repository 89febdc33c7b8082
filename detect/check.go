package detect

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

var errNoPath = errors.New("want keys joined by dots, with [] behind a key for each element of an array")

var validPath = regexp.MustCompile(`^[^\s.=~?!\[\]]+(\[\])*(\.[^\s.=~?!\[\]]+(\[\])*)*$`)

// CheckPath returns an error that says what is wrong with a path that a person wrote (see Rule).
func CheckPath(path string) error {
	if !validPath.MatchString(path) {
		return fmt.Errorf("%q: %w", path, errNoPath)
	}
	return nil
}

// CheckCondition returns an error that says what is wrong with a condition that a person wrote (see Rule).
func CheckCondition(text string) error {
	var d document
	c, err := compile(text, &d)
	if err != nil {
		return err
	}
	if len(c) == 0 {
		return errors.New("is empty, want path=value, path~regexp or path?")
	}
	for word := range strings.FieldsSeq(text) {
		spec := strings.TrimPrefix(word, "!")
		if err := CheckPath(spec[:strings.IndexAny(spec, "=~?")]); err != nil {
			return err
		}
	}
	return nil
}
