package budget

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/turnguard/turnguard/detect"
)

// results makes a Loop for k take results, a letter for each: lower case the main agent's, upper case a sub-agent's, a
// digit a prompt, a space what cannot be compared. It returns an = below each one that was equal K times, and a ~ below
// each one at which two had taken turns.
func results(k int, letters string) string {
	l := Loop{K: k}
	var told strings.Builder
	for _, letter := range letters {
		e := detect.Event{Kind: detect.Result, Print: strings.TrimSpace(string(letter))}
		switch {
		case letter >= '0' && letter <= '9':
			e.Kind = detect.Prompt
		case letter >= 'A' && letter <= 'Z':
			e.Sub = true
		}
		told.WriteByte(".=~"[l.Observe(e)])
	}
	return told.String()
}

func TestALoopIsToldAtItsLastResult(t *testing.T) {
	tests := []struct {
		name          string
		k             int
		letters, want string
	}{
		{"three of a kind", 3, "aaa", "..="},
		{"as many again until it is told again", 3, "aaaaaaa", "..=..=."},
		{"two are enough if they are said to be", 2, "aabb", ".=.="},
		{"something else in between", 3, "aabaaba", "......."},
		{"one too few", 3, "aabbaacc", "........"},
		{"two take turns", 3, "abab", "...~"},
		{"they take as many turns again until it is told again", 3, "ababababa", "...~...~."},
		{"taking turns counts whatever K is", 100, "xyabab", ".....~"},
		{"two and two take no turns", 5, "aabbaabb", "........"},
		{"three take no turns", 3, "abcabcabc", "........."},
		{"four of a kind are no two that take turns", 5, "aaaaa", "....="},
		{"it begins anew after a row", 3, "aaabab", "..=..."},
		{"a prompt begins anew", 3, "aa1aaa", ".....="},
		{"a prompt in the midst of turns", 3, "aba1bab", "......."},
		{"sub-agents do not break the row", 3, "aaBCa", "....="},
		{"sub-agents have a row of their own", 3, "AAaaA", "....="},
		{"a prompt is for sub-agents, too", 3, "AA1AAA", ".....="},
		{"what cannot be compared breaks the row", 3, "aa aa", "....."},
		{"and is not compared with its like", 2, "    ", "...."},
		{"nothing is noticed without K", 0, "aaaaababab", ".........."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := results(tt.k, tt.letters); got != tt.want {
				t.Errorf("K = %d\nresults %s\ngot     %s\nwant    %s", tt.k, tt.letters, got, tt.want)
			}
		})
	}
}

func TestALoopHeedsResultsOnly(t *testing.T) {
	l := Loop{K: 2}
	l.Observe(detect.Event{Kind: detect.Result, Print: "a"})
	for kind := detect.None; kind <= detect.Result; kind++ {
		if kind == detect.Prompt || kind == detect.Result {
			continue
		}
		if got := l.Observe(detect.Event{Kind: kind, Print: "a"}); got != Fresh {
			t.Errorf("%v: got %d, want %d", kind, got, Fresh)
		}
	}
	l.Observe(detect.Event{Kind: detect.Prompt, Sub: true}) // what a sub-agent is told is not a human's word
	if got := l.Observe(detect.Event{Kind: detect.Result, Print: "a"}); got != Repeated {
		t.Errorf("got %d, want %d", got, Repeated)
	}
}

// TestALoopTellsWhatTheWholeStoryTells holds it against the definition, which looks back over all that there was.
func TestALoopTellsWhatTheWholeStoryTells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom([]int{0, 2, 3, 4, 6}).Draw(t, "k")
		letters := rapid.StringOfN(rapid.SampledFrom([]rune("aaabbcAAAB1 ")), 0, 60, -1).Draw(t, "results")
		if got, want := results(k, letters), story(k, letters); got != want {
			t.Errorf("K = %d\nresults %s\ngot     %s\nwant    %s", k, letters, got, want)
		}
	})
}

// story is what results should return.
func story(k int, letters string) string {
	var told strings.Builder
	var past [2][]rune // of the main agent and of sub-agents, since the last time that it began anew
	for _, letter := range letters {
		answer, who := byte('.'), 0
		if letter >= 'A' && letter <= 'Z' {
			who = 1
		}
		switch letter {
		case '1':
			past = [2][]rune{}
		case ' ':
			past[0] = nil
		default:
			past[who] = append(past[who], letter)
			switch p := past[who]; {
			case k == 0:
			case len(p) >= k && len(slices.Compact(slices.Clone(p[len(p)-k:]))) == 1:
				answer = '='
			case len(p) >= 4 && p[len(p)-4] != letter && slices.Equal(p[len(p)-4:len(p)-2], p[len(p)-2:]):
				answer = '~'
			}
		}
		if answer != '.' {
			past[who] = nil
		}
		told.WriteByte(answer)
	}
	return told.String()
}
