package esc

import "testing"

func TestSequencesEndWhereTerminalsEndThem(t *testing.T) {
	tests := []struct {
		in   string
		want State
	}{
		{"plain text\r\n", Ground},
		{"\x1b", Escape},
		{"\x1b\n", Escape},
		{"\x1b7", Ground},
		{"\x1b(", Intermediate},
		{"\x1b(\n", Intermediate},
		{"\x1b(B", Ground},
		{"\x1b[", CSI},
		{"\x1b[38;5;1", CSI},
		{"\x1b[38;5;1m", Ground},
		{"\x1b[?2026$p", Ground},
		{"\x1b[3\n", CSI},
		{"\x1b[3\x18", Ground},
		{"\x1b[3\x1b", Escape},
		{"\x1b]0;title", OSC},
		{"\x1b]0;title\a", Ground},
		{"\x1b]0;title\x1b\\", Ground},
		{"\x1b]0;title\x1a", Ground},
		{"\x1bP1$r0m", String},
		{"\x1bP1$r0m\a", String},
		{"\x1bP1$r0m\x1b\\", Ground},
		{"\x1b_Gi=1;AAAA", String},
		{"\x1bXstring", String},
		{"\x1b^message\x1b\\", Ground},
		{"\u009b3", Ground},
	}
	for _, tt := range tests {
		var got State
		for i := range len(tt.in) {
			got = got.Next(tt.in[i])
		}
		if got != tt.want {
			t.Errorf("%q: state %d, want %d", tt.in, got, tt.want)
		}
	}
}

func TestStrip(t *testing.T) {
	tests := map[string]string{
		"plain\n":                         "plain\n",
		"\x1b[1;31mred\x1b[0m €":          "red €",
		"a\x1b]0;title\ab\x1b]2;t\x1b\\c": "abc",
		"a\x1b(Bb\x1bP1$r\x1b\\c\x1b[3":   "abc",
	}
	for in, want := range tests {
		if got := Strip(in); got != want {
			t.Errorf("Strip(%q) = %q, want %q", in, got, want)
		}
	}
}
