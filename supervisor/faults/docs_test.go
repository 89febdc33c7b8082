//go:build linux

package faults

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The table of what is guaranteed names tests, and each of the README's promises has its line there.
func TestEveryGuaranteeNamesItsTests(t *testing.T) {
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	table := read("docs/guarantees.md")
	sources := tests(t)
	for _, name := range regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w+)`").FindAllStringSubmatch(table, -1) {
		if !strings.Contains(sources, "func "+name[1]+"(") {
			t.Errorf("there is no test %s", name[1])
		}
	}
	for _, name := range regexp.MustCompile("`(\\w+\\.txtar)`").FindAllStringSubmatch(table, -1) {
		read("supervisor/command/testdata/script/" + name[1])
	}

	_, guarantees, _ := strings.Cut(read("README.md"), "## What it guarantees")
	guarantees, _, _ = strings.Cut(guarantees, "**Not guaranteed**")
	promises := regexp.MustCompile(`(?m)^\| (.+) \.\.\. \|`).FindAllStringSubmatch(table, -1)
	if got, want := len(promises), strings.Count(guarantees, "\n* "); got != want || want == 0 {
		t.Errorf("%d promises have their tests, want %d", got, want)
	}
	for _, promise := range promises {
		if !strings.Contains(guarantees, "\n* "+promise[1]) {
			t.Errorf("the README does not promise %q", promise[1])
		}
	}
}

// tests is the text of all tests.
func tests(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == "node_modules" {
			return filepath.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}
