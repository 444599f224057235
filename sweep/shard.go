package sweep

import (
	"fmt"
	"strconv"
)

// A Shard is one of Of parts of a sweep. The zero value is the whole.
type Shard struct {
	Index int // from 0
	Of    int // parts; 0 for one
}

// shardsMax bounds the parts of a sweep.
const shardsMax = 1_000_000

var (
	shardFromZero = onFirstUse(`^(\d{1,7})/(\d{1,7})$`)
	shardFromOne  = onFirstUse(`^(\d{1,7})of(\d{1,7})$`)
)

// ParseShard reads i/n, which counts from 0, or iofn, which counts from 1: 0/16 and
// 1of16 are the same shard.
func ParseShard(text string) (Shard, error) {
	m, first := shardFromZero().FindStringSubmatch(text), 0
	if m == nil {
		m, first = shardFromOne().FindStringSubmatch(text), 1
	}
	if m == nil {
		return Shard{}, fmt.Errorf("want i/n with i from 0 to n-1, such as 0/16, or iofn with i from 1 to n, such as 1of16; have %q", text)
	}
	number, _ := strconv.Atoi(m[1])
	of, _ := strconv.Atoi(m[2])
	s := Shard{Index: number - first, Of: of}
	if s.Of < 1 {
		return Shard{}, fmt.Errorf("want at least 1 shard; have %q", text)
	}
	if s.Of > shardsMax || s.Index < 0 || s.Index >= s.Of {
		return Shard{}, fmt.Errorf("want a shard from %d to %d and at most %d shards; have %q", first, s.Of-1+first, shardsMax, text)
	}
	return s, nil
}

// String returns the shard as ParseShard reads it.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, max(s.Of, 1)) }

// Has reports whether a cell belongs to the shard. Of n cells that follow one
// another each shard has one; which one varies from n to n, so that no shard is left
// with the dear policies where n is a multiple of their number.
func (s Shard) Has(cell int64) bool {
	if s.Of <= 1 {
		return true
	}
	of := uint64(s.Of)
	row := uint64(cell) / of
	return (uint64(cell)+scatter(row)%of)%of == uint64(s.Index)
}

// scatter is the output function of SplitMix64 (Steele, Lea and Flood, "Fast
// splittable pseudorandom number generators", 2014).
func scatter(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
