package tree

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

const self = 50

func row(pid, parent int) process { return process{id: id{pid, uint64(pid)}, parent: parent} }

func nobody(id) bool { return false }

func pids(members []member) []int {
	var list []int
	for _, m := range members {
		list = append(list, m.pid)
	}
	return list
}

func TestKin(t *testing.T) {
	zombie := row(61, self)
	zombie.state = dead
	for _, tt := range []struct {
		name  string
		table []process
		known []id
		want  []int
	}{
		{"an empty table", nil, nil, nil},
		{"only us and our ancestors", []process{row(1, 0), row(40, 1), row(self, 40)}, nil, nil},
		{"strangers", []process{row(1, 0), row(self, 1), row(70, 1), row(71, 70)}, nil, nil},
		{"parents first", []process{row(self, 1), row(60, self), row(62, 65), row(65, 60)}, nil, []int{60, 65, 62}},
		{"the agent before adopted orphans", []process{row(5, self), row(self, 1), row(60, self)}, nil, []int{60, 5}},
		{"no zombies", []process{row(self, 1), row(60, self), zombie}, nil, []int{60}},
		{"a missing parent", []process{row(self, 1), row(63, 62)}, nil, nil},
		{"a known one with a broken chain", []process{row(self, 1), row(63, 62)}, []id{{63, 63}}, []int{63}},
		{"a known number that was reused", []process{row(self, 1), row(63, 1)}, []id{{63, 7}}, nil},
		{"a loop", []process{row(self, 1), row(60, 61), row(61, 60)}, nil, nil},
		{"a loop through us", []process{row(self, 60), row(60, self)}, nil, []int{60}},
		{"never the first process", []process{row(1, self), row(self, 1)}, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := kin(nil, tt.table, self, id{60, 60}, func(p id) bool { return slices.Contains(tt.known, p) })
			if !slices.Equal(pids(got), tt.want) {
				t.Errorf("got %v, want %v", pids(got), tt.want)
			}
		})
	}
}

func TestWeAreTheFirstProcessOfAContainer(t *testing.T) {
	table := []process{row(1, 0), row(2, 1), row(3, 2), row(4, 0)}
	if got := pids(kin(nil, table, 1, id{2, 2}, nobody)); !slices.Equal(got, []int{2, 3}) {
		t.Errorf("got %v, want 2 and 3", got)
	}
}

// The oracle goes the other way: from self down, adding children until nothing is added.
func TestKinFindsExactlyTheDescendantsParentsFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parents := rapid.MapOf(rapid.IntRange(2, 30), rapid.IntRange(0, 30)).Draw(t, "parent by pid")
		top := rapid.IntRange(1, 30).Draw(t, "self")
		root := id{rapid.IntRange(2, 30).Draw(t, "root"), 0}
		root.start = uint64(root.pid)
		var table []process
		for pid := range parents {
			table = append(table, row(pid, parents[pid]))
		}
		slices.SortFunc(table, byPID)

		want := map[int]bool{}
		for grown := true; grown; {
			grown = false
			for pid, parent := range parents {
				if pid != top && !want[pid] && (parent == top || want[parent]) {
					want[pid], grown = true, true
				}
			}
		}

		got := kin(nil, table, top, root, nobody)
		seen := map[int]bool{}
		for i, m := range got {
			if !want[m.pid] {
				t.Fatalf("%d is no descendant", m.pid)
			}
			if m.id == root && i != 0 {
				t.Fatalf("the agent comes as number %d", i)
			}
			if m.id != root && m.parent != top && !seen[m.parent] {
				t.Fatalf("%d comes before its parent %d", m.pid, m.parent)
			}
			seen[m.pid] = true
		}
		for pid := range want {
			if want[pid] && !seen[pid] {
				t.Fatalf("%d is missing", pid)
			}
		}
	})
}
