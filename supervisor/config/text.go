package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/turnguard/turnguard/detect"
)

// one reads a text.
func (v *value) one(check func(string) error) (string, error) {
	if v.kind != quoted {
		return "", v.fail("want a text in quotes")
	}
	if err := check(v.text); err != nil {
		return "", &lineError{line: v.line, err: err}
	}
	return v.text, nil
}

// texts reads one text or an array of some.
func (v *value) texts(check func(string) error) (texts []string, err error) {
	if v.kind != array {
		text, err := v.one(check)
		return []string{text}, err
	}
	if len(v.items) == 0 {
		return nil, &lineError{line: v.line, err: errors.New("is empty")}
	}
	for _, item := range v.items {
		text, err := item.one(check)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// checkCommand takes what a word of a command line is compared with when its directory and an ending such as .js are
// taken away.
func checkCommand(name string) error {
	base := strings.TrimSuffix(name, ".js")
	if name == "" || base != name || strings.ContainsAny(name, "/ \t\n") {
		return fmt.Errorf("%q: want the name of a command, without a directory and without .js", name)
	}
	return nil
}

// checkSniff takes a condition that a line's type decides first, as for a stream of unknown origin it must.
func checkSniff(condition string) error {
	if err := detect.CheckCondition(condition); err != nil {
		return err
	}
	if !strings.HasPrefix(condition, "type=") {
		return fmt.Errorf("%q: want a condition that begins with type=", condition)
	}
	return nil
}

// checkFlag takes a name that no flag of run has.
func checkFlag(name string) error {
	if name == "" || strings.ContainsAny(name, " \t\n") {
		return fmt.Errorf("%q: want one word that names a flag", name)
	}
	return nil
}
