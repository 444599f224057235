//go:build linux

package main

import (
	"syscall"
	"testing"
)

// Memory does not grow with the cells of a plan: a shard of a hundred times as many
// takes as much.
func TestASweepTakesTheSameMemoryForAnyNumberOfCells(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	peak := func(seeds, shard string) (kilobytes int64) {
		mustRun(t, dir, "sweep", "plan", "--load", "heavy", "--policy", "none", "--seeds", seeds, "--block", "1", "-o", "plan.json")
		cmd := programIn(dir, "sweep", "run", "plan.json", "--shard", shard)
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		return cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
	}
	few, many := peak("1..+1000", "0/100"), peak("1..+100000", "0/10000")
	t.Logf("%d KB for a thousand cells, %d KB for a hundred thousand", few, many)
	if many > few*3/2 {
		t.Errorf("a hundred thousand cells take %d KB, a thousand %d KB", many, few)
	}
}
