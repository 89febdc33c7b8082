package budget

import (
	"strings"
	"testing"
)

func TestParseLimit(t *testing.T) {
	tests := map[string]Limit{
		"0": 0, "1": 1, "25": 25, "1000000000": 1_000_000_000,
		" 25 ": 25, "\t7\n": 7,
		"unlimited": Unlimited, "Unlimited": Unlimited, "UNLIMITED": Unlimited,
		"none": Unlimited, "None": Unlimited, "inf": Unlimited, "INF": Unlimited, "∞": Unlimited, " ∞ ": Unlimited,
	}
	for text, want := range tests {
		if got, err := ParseLimit(text); got != want || err != nil {
			t.Errorf("ParseLimit(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
}

func TestParseLimitRefusesWhatCouldBeMisread(t *testing.T) {
	for _, text := range []string{
		"", " ", "-1", "-5", "-0", "+5", "010", "00", "0x10", "1e3", "1_000", "1,000", "1 000", "3.5", "2.0", "25 turns",
		"abc", "infinity", "unlimite", "1000000001", "99999999999999999999", "٢٥", "２５", "5\x00",
	} {
		got, err := ParseLimit(text)
		if err == nil {
			t.Errorf("ParseLimit(%q) = %d, want an error", text, got)
			continue
		}
		if got != 0 {
			t.Errorf("ParseLimit(%q) = %d beside its error, want the strictest limit", text, got)
		}
		if want := `want a whole number from 0 to 1000000000, or "unlimited"`; err.Error() != want {
			t.Errorf("ParseLimit(%q): %v, want %s", text, err, want)
		}
	}
}

func TestLimitPrints(t *testing.T) {
	tests := []struct {
		limit       Limit
		words, sign string
	}{
		{0, "0", "0"},
		{25, "25", "25"},
		{Unlimited, "unlimited", "∞"},
	}
	for _, tt := range tests {
		if got := tt.limit.String(); got != tt.words {
			t.Errorf("Limit(%d).String() = %q, want %q", tt.limit, got, tt.words)
		}
		if got := tt.limit.Short(); got != tt.sign {
			t.Errorf("Limit(%d).Short() = %q, want %q", tt.limit, got, tt.sign)
		}
	}
}

// FuzzParseLimit: what is read prints as it was typed, and both of its spellings are read as the same limit.
func FuzzParseLimit(f *testing.F) {
	for _, seed := range []string{"0", "25", " 1000000000", "unlimited", "∞", "010", "1_000", "-1", "1000000001", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		limit, err := ParseLimit(text)
		if err != nil {
			return
		}
		if limit < Unlimited || limit > maxLimit {
			t.Fatalf("ParseLimit(%q) = %d, out of range", text, limit)
		}
		if limit != Unlimited && limit.String() != strings.TrimSpace(text) {
			t.Fatalf("ParseLimit(%q) = %s: that number has another spelling", text, limit)
		}
		for _, spelling := range []string{limit.String(), limit.Short()} {
			if again, err := ParseLimit(spelling); again != limit || err != nil {
				t.Fatalf("ParseLimit(%q) = %s, but ParseLimit(%q) = %s, %v", text, limit, spelling, again, err)
			}
		}
	})
}
