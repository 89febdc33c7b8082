package stats

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestQuantilesAreByNearestRank(t *testing.T) {
	t.Parallel()
	upTo := func(n int) (numbers []int) {
		for i := n; i > 0; i-- {
			numbers = append(numbers, i)
		}
		return numbers
	}
	for _, c := range []struct {
		numbers []int
		want    Spread
	}{
		{nil, Spread{}},
		{[]int{7}, Spread{7, 7, 7}},
		{[]int{9, 3}, Spread{3, 9, 9}},
		{[]int{3, 1, 2}, Spread{2, 3, 3}},
		{upTo(10), Spread{5, 9, 10}},
		{upTo(11), Spread{6, 10, 11}},
		{upTo(100), Spread{50, 90, 100}},
	} {
		if got := spread(slices.Clone(c.numbers)); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.numbers, got, c.want)
		}
	}
}

func TestAQuantileIsTheSmallestThatEnoughDoNotExceed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.IntRange(0, 100), 1, 60).Draw(t, "numbers")
		got := spread(slices.Clone(numbers))
		for percent, quantile := range map[int]int{50: got.P50, 90: got.P90, 100: got.Max} {
			within, below := 0, 0
			for _, n := range numbers {
				if n <= quantile {
					within++
				}
				if n < quantile {
					below++
				}
			}
			if !slices.Contains(numbers, quantile) || within*100 < percent*len(numbers) || below*100 >= percent*len(numbers) {
				t.Fatalf("p%d is %d: %d of %d are no more, %d are less", percent, quantile, within, len(numbers), below)
			}
		}
	})
}

func TestEveryPromptIsInTheBinOfItsTurns(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOf(rapid.IntRange(1, 200)).Draw(t, "numbers")
		next, sum := 1, 0
		for _, bin := range histogram(numbers) {
			want := 0
			for _, n := range numbers {
				if n >= bin.From && (n <= bin.To || bin.To == 0) {
					want++
				}
			}
			if bin.Prompts != want || bin.From != next {
				t.Fatalf("%+v, want %d prompts from %d on", bin, want, next)
			}
			sum, next = sum+bin.Prompts, bin.To+1
		}
		if sum != len(numbers) || next != 1 { // the last bin has no end
			t.Fatalf("the bins hold %d of %d prompts and end before %d", sum, len(numbers), next)
		}
	})
}
