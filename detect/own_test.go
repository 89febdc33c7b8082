package detect

import "testing"

var mybot = Table{
	Name: "mybot", Commands: []string{"mybot", "pi"}, Sniff: []string{"type=agent_start by=mybot"},
	Rules: []Rule{{When: "type=step", Emit: Turn}},
}

func TestOwnAgentsComeBeforeTheKnownOnes(t *testing.T) {
	for _, tt := range []struct {
		argv []string
		want string
	}{
		{[]string{"mybot"}, "mybot"},
		{[]string{"env", "A=1", "npx", "mybot", "--x"}, "mybot"},
		{[]string{"sh", "-c", "mybot run"}, "mybot"},
		{[]string{"pi", "--mode", "json"}, "mybot"},
		{[]string{"claude"}, "claude"},
	} {
		if got := ForCommand(tt.argv, &mybot); got == nil || got.Name != tt.want {
			t.Errorf("%q: got %+v, want %s", tt.argv, got, tt.want)
		}
	}
	if got := ForCommand([]string{"mybot"}); got != nil {
		t.Errorf("without it, mybot is %s", got.Name)
	}
	if got, err := ByName("mybot", &mybot); got != &mybot || err != nil {
		t.Errorf("ByName = %v, %v", got, err)
	}
}

func TestTheSignOfAnOwnAgentCountsBeforeThoseOfTheKnownOnes(t *testing.T) {
	for want, line := range map[string]string{
		"mybot":   `{"type":"agent_start","by":"mybot"}`,
		"generic": `{"type":"agent_start"}`,
	} {
		d, err := New(Options{Own: []*Table{&mybot}, Emit: func(Event) {}})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = d.Write([]byte(line + "\n"))
		if d.Table() == nil || d.Table().Name != want {
			t.Errorf("%s: got %+v, want %s", line, d.Table(), want)
		}
	}
}

func TestWhatAPersonHasWrittenIsChecked(t *testing.T) {
	const path = ": want keys joined by dots, with [] behind a key for each element of an array"
	for text, want := range map[string]string{
		"type=x":                             "",
		"type=a !b.c[].d? e[][]~^(x|y)$ f==": "",
		"":                                   "is empty, want path=value, path~regexp or path?",
		"type":                               `"type": want path=value, path~regexp or path?`,
		"a..b=1":                             `"a..b"` + path,
		"[]=1":                               `"[]"` + path,
		"a[]b?":                              `"a[]b"` + path,
		"type=x !a.?":                        `"a."` + path,
	} {
		got := ""
		if err := CheckCondition(text); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
