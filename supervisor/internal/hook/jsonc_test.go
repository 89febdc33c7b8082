package hook

import (
	"encoding/json"
	"testing"
)

func TestSettingsAreReadAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"nothing", "", `{}`},
		{"nothing but a comment", "// mine\n", `{}`},
		{"comments", "{\"a\": 1, // one\n/* two */ \"b\": /**/ 2}", `{"a":1,"b":2}`},
		{"a comma too many", "{\"a\": [1, 2, ], \"b\": {\"c\": 3 , // last\n}, }", `{"a":[1,2],"b":{"c":3}}`},
		{"strings that look like comments", `{"a": "http://x, /* y */ ,}", "b": "\",]//"}`, `{"a":"http://x, /* y */ ,}","b":"\",]//"}`},
		{"what an agent puts values in for", `{"a": "{file:~/<key>&}"}`, `{"a":"{file:~/<key>&}"}`},
		{"a key twice", `{"a": 1, "a": 2}`, `{"a":2}`},
		{"a byte order mark", "\ufeff{}", `{}`},
		{"two commas", `{"a": [1,,]}`, "error"},
		{"an open comment", `{"a": 1 /* `, "error"},
		{"an open string", `{"a": "\`, "error"},
		{"an array", `[]`, "error"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, err := readSettings([]byte(tt.text))
			got, _ := compact(s)
			if err != nil {
				got = []byte("error")
			}
			if string(got) != tt.want {
				t.Errorf("got %s (%v), want %s", got, err, tt.want)
			}
		})
	}
}

func FuzzPlainJSONStaysAsItIs(f *testing.F) {
	f.Add([]byte(`{"a": "//", "b": [1, 2], "c": "\\"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if got := standard(text); json.Valid(text) && string(got) != string(text) {
			t.Errorf("%q became %q", text, got)
		}
	})
}
