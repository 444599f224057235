package recorded

import "testing"

func TestLeadingBlocksThatWereSeenAreKnown(t *testing.T) {
	var p prefixCache
	for _, test := range []struct {
		ids  []uint64
		want int64
	}{
		{[]uint64{1, 2, 3}, 0},
		{[]uint64{1, 2, 4}, 2},
		{[]uint64{9, 2, 3}, 0}, // known ones behind an unknown one are of no use
		{[]uint64{9, 2, 3}, 3},
		{nil, 0},
	} {
		if got := p.prefix(test.ids); got != test.want {
			t.Errorf("%v: %d blocks are known; want %d", test.ids, got, test.want)
		}
	}
}

func TestTheOldestBlockMakesRoom(t *testing.T) {
	var p prefixCache
	for id := range uint64(blocksMax) {
		p.prefix([]uint64{id})
	}
	if p.prefix([]uint64{0}) != 1 {
		t.Error("the first block is forgotten while there is room")
	}
	p.prefix([]uint64{blocksMax})
	if p.prefix([]uint64{1, 0}) != 1 || p.prefix([]uint64{1}) != 0 || len(p.place) != blocksMax {
		t.Errorf("%d blocks are known; want the oldest to have made room", len(p.place))
	}
}
