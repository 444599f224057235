package sweep

import (
	"testing"

	"pgregory.net/rapid"
)

func TestAShardIsReadFromZeroOrFromOne(t *testing.T) {
	for text, want := range map[string]Shard{
		"0/1": {0, 1}, "0/16": {0, 16}, "15/16": {15, 16}, "1of16": {0, 16}, "16of16": {15, 16},
	} {
		if got, err := ParseShard(text); err != nil || got != want {
			t.Errorf("%s is %+v, error %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "1", "1/", "16/16", "0of16", "17of16", "-1/4", "1/0", "0/0", "1 of 4", "a/b", "0/9999999", "00000001/2"} {
		if got, err := ParseShard(text); err == nil {
			t.Errorf("%q is taken for %+v", text, got)
		}
	}
}

// TestShardsShareOutTheCells draws sweeps: each cell belongs to one shard, and their
// sizes differ by one at most.
func TestShardsShareOutTheCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.IntRange(1, 40).Draw(t, "shards")
		cells := rapid.Int64Range(0, 500).Draw(t, "cells")
		sizes := make([]int, of)
		for cell := range cells {
			owners := 0
			for i := range of {
				if (Shard{Index: i, Of: of}).Has(cell) {
					owners++
					sizes[i]++
				}
			}
			if owners != 1 {
				t.Fatalf("cell %d belongs to %d of %d shards", cell, owners, of)
			}
		}
		low, high := sizes[0], sizes[0]
		for _, n := range sizes {
			low, high = min(low, n), max(high, n)
		}
		if high-low > 1 {
			t.Fatalf("the sizes of %d shards of %d cells are %v", of, cells, sizes)
		}
	})
}

// Every third cell is dear: of three shards none may have them all.
func TestNoShardIsLeftWithTheDearCells(t *testing.T) {
	dear := make([]int, 3)
	for cell := int64(0); cell < 3000; cell += 3 {
		for i := range dear {
			if (Shard{Index: i, Of: 3}).Has(cell) {
				dear[i]++
			}
		}
	}
	for _, n := range dear {
		if n < 280 || n > 390 {
			t.Errorf("the shards have %v of 1000 dear cells", dear)
		}
	}
}
