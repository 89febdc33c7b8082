package supervisor

import "testing"

func TestTheAgentFindsATerminalJustWhereTurnguardHasOne(t *testing.T) {
	const yes, no = true, false
	for _, c := range []struct {
		name   string
		mode   PtyMode
		asks   bool
		isTTY  [3]bool
		twoWay bool
		want   layout
	}{
		{"on a terminal", PtyAuto, yes, [3]bool{yes, yes, yes}, no, layout{[3]end{tty, tty, tty}, true}},
		{"at the head of a pipeline", PtyAuto, yes, [3]bool{yes, no, yes}, no, layout{[3]end{tty, pipe, tty}, true}},
		{"inside a pipeline", PtyAuto, yes, [3]bool{no, no, yes}, no, layout{[3]end{inherit, pipe, tty}, true}},
		{"in a command substitution", PtyAuto, yes, [3]bool{no, no, no}, no, layout{[3]end{inherit, pipe, inherit}, true}},
		{"in CI", PtyAuto, no, [3]bool{no, no, no}, no, layout{[3]end{inherit, pipe, inherit}, false}},
		{"a background job must not read", PtyAuto, no, [3]bool{yes, yes, yes}, no, layout{[3]end{null, pipe, pipe}, false}},
		{"two-way standard input is read", PtyAuto, no, [3]bool{no, no, no}, yes, layout{[3]end{pipe, pipe, inherit}, false}},
		{"two-way on a terminal", PtyAuto, yes, [3]bool{yes, yes, yes}, yes, layout{[3]end{tty, tty, tty}, true}},
		{"never a terminal", PtyNever, yes, [3]bool{yes, yes, yes}, no, layout{[3]end{pipe, pipe, pipe}, false}},
		{"never, in a pipeline", PtyNever, yes, [3]bool{no, no, yes}, no, layout{[3]end{inherit, pipe, pipe}, false}},
		{"always, in CI", PtyAlways, no, [3]bool{no, no, no}, no, layout{[3]end{inherit, rawTTY, inherit}, false}},
		{"always, in a pipeline", PtyAlways, yes, [3]bool{no, no, yes}, no, layout{[3]end{inherit, rawTTY, tty}, true}},
		{"always, on a terminal", PtyAlways, yes, [3]bool{yes, yes, yes}, no, layout{[3]end{tty, tty, tty}, true}},
	} {
		if got := plan(c.mode, c.asks, c.isTTY, c.twoWay); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
