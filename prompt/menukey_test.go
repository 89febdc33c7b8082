package prompt

import "testing"

func TestParseKey(t *testing.T) {
	const unknown = ` is not "ctrl-" and a letter, or one of @ \ ] ^ _`
	tests := []struct{ in, want string }{
		{`ctrl-\`, `Ctrl-\`},
		{"CTRL-G", "Ctrl-G"},
		{"c-]", "Ctrl-]"},
		{"^t", "Ctrl-T"},
		{"^^", "Ctrl-^"},
		{"Ctrl-_", "Ctrl-_"},
		{"ctrl-@", "Ctrl-@"},
		{"C-C", "Ctrl-C interrupts the agent"},
		{"ctrl-d", "Ctrl-D ends input"},
		{"^z", "Ctrl-Z suspends the agent"},
		{"^[", "Ctrl-[ is Esc"},
		{"ctrl-i", "Ctrl-I is Tab"},
		{"ctrl-m", "Ctrl-M is Enter"},
		{"ctrl-j", "Ctrl-J is Enter on some terminals"},
		{"ctrl-?", "Ctrl-? is Backspace"},
		{"ctrl-h", "Ctrl-H is Backspace on some terminals"},
		{"", `""` + unknown},
		{"g", `"g"` + unknown},
		{"ctrl-", `"ctrl-"` + unknown},
		{"ctrl-1", `"ctrl-1"` + unknown},
		{"ctrl-`", `"ctrl-` + "`" + `"` + unknown},
		{"ctrl-gg", `"ctrl-gg"` + unknown},
		{"^é", `"^é"` + unknown},
		{"alt-g", `"alt-g"` + unknown},
	}
	for _, tt := range tests {
		k, err := ParseKey(tt.in)
		got := k.String()
		if err != nil {
			got = err.Error()
			if k != (Key{}) {
				t.Errorf("%q: an error, and %v", tt.in, k)
			}
		} else if again, err := ParseKey(k.String()); again != k || err != nil {
			t.Errorf("%v is read as %v, %v", k, again, err)
		}
		if got != tt.want {
			t.Errorf("%q: %s, want %s", tt.in, got, tt.want)
		}
	}
	if got := (Key{}).String(); got != "none" {
		t.Errorf("no key is %s", got)
	}
}
