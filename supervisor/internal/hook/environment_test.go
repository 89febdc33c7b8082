package hook

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAVariableThatIsSetTakesThePlaceOfTheUsersOwn(t *testing.T) {
	t.Parallel()
	own := environment{"A=1", "AB=2", "A=3", "C"}
	if got := own.get("A"); got != "3" {
		t.Errorf("got %q, want the last one", got)
	}
	if got := own.get("B"); got != "" {
		t.Errorf("got %q of a variable that is not there", got)
	}
	want := environment{"AB=2", "C", "A=4", "D=5"}
	if diff := cmp.Diff(want, own.with([]string{"A=4", "D=5"})); diff != "" {
		t.Error(diff)
	}
	if own[0] != "A=1" {
		t.Error("the user's own environment has changed")
	}
}
