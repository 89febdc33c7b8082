package prompt

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func TestTitleHasTheAgentsOwnAsItsTail(t *testing.T) {
	tests := []struct{ head, tail, want string }{
		{"Turns: 12/25", "", "\x1b]0;Turns: 12/25\a"},
		{"Turns: 12/25", "π - project", "\x1b]0;Turns: 12/25 · π - project\a"},
		{"", "π - project", "\x1b]0;π - project\a"},
		{"", "", "\x1b]0;\a"},
		{"Turns: 7/∞", "a\x1b[31mb\u202e", "\x1b]0;Turns: 7/∞ · ab\a"},
	}
	for _, tt := range tests {
		if got := compose(tt.head, tt.tail); got != tt.want {
			t.Errorf("compose(%q, %q) = %q, want %q", tt.head, tt.tail, got, tt.want)
		}
	}
}

func TestTitlesAreWrittenTenTimesASecondAndTheLastOneIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		title, done := newTitler(), make(chan struct{})
		var written []string
		go title.run(done, func() { written = append(written, title.head.Load().(string)) })
		for n := range 1000 {
			title.head.Store(fmt.Sprintf("Turns: %d/∞", n))
			title.changed()
			time.Sleep(time.Millisecond / 2)
		}
		synctest.Wait()
		if len(written) > 6 {
			t.Errorf("%d titles in half a second", len(written))
		}
		time.Sleep(titleInterval)
		synctest.Wait()
		if last := written[len(written)-1]; last != "Turns: 999/∞" {
			t.Errorf("the last title is %q", last)
		}
		before := len(written)
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(written) != before {
			t.Error("titles are written although nothing has changed")
		}
		close(done)
	})
}
