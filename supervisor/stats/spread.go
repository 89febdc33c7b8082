package stats

import "slices"

// Spread tells how numbers are spread. P50 and P90 are exact, by nearest rank: the smallest of the numbers that at least
// half of them, or nine tenths, do not exceed. All are 0 where there are no numbers.
type Spread struct {
	P50 int `json:"p50"`
	P90 int `json:"p90"`
	Max int `json:"max"`
}

// spread sorts numbers.
func spread(numbers []int) Spread {
	if len(numbers) == 0 {
		return Spread{}
	}
	slices.Sort(numbers)
	rank := func(percent int) int { return (len(numbers)*percent + 99) / 100 }
	return Spread{numbers[rank(50)-1], numbers[rank(90)-1], numbers[len(numbers)-1]}
}

// Bin is a bar of a histogram: so many prompts took From to To turns.
type Bin struct {
	From    int `json:"from"`
	To      int `json:"to,omitzero"` // 0: any more
	Prompts int `json:"prompts"`
}

// bounds are the last numbers of the bins; the last bin has none.
var bounds = []int{1, 2, 4, 8, 16, 32, 64}

// histogram counts numbers from 1 on.
func histogram(numbers []int) []Bin {
	bins := make([]Bin, len(bounds)+1)
	from := 1
	for i, to := range bounds {
		bins[i] = Bin{From: from, To: to}
		from = to + 1
	}
	bins[len(bounds)].From = from
	for _, n := range numbers {
		i, _ := slices.BinarySearch(bounds, n)
		bins[i].Prompts++
	}
	return bins
}
