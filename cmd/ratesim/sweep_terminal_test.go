//go:build unix

package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// A sweep on a terminal shows how far it is and when it will be done. An interrupt
// takes the bar away, says what is kept, and leaves no file of rows.
func TestASweepShowsItsProgressAndIsInterrupted(t *testing.T) {
	t.Parallel()
	term := start(t, 100, exec.Command("ratesim", "sweep", "--over", "limit.calls=1..60", "--seeds", "1..+1000", "-o", "rows.csv"))
	term.await(t, "cells")
	term.await(t, "ETA")
	awaitFile(t, filepath.Join(term.cmd.Dir, "rows.csv.cells", "??", "*.cell"))
	if err := term.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := term.wait(t); code != exitInterrupt {
		t.Errorf("it ends with exit code %d; want %d", code, exitInterrupt)
	}
	term.await(t, "ratesim: kept in rows.csv.cells: ")
	term.await(t, "ratesim: stopped by interrupt")
	if _, err := os.Stat(filepath.Join(term.cmd.Dir, "rows.csv")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("rows.csv: %v; want none", err)
	}
}

// awaitFile waits until there is a file whose name matches a pattern.
func awaitFile(t *testing.T, pattern string) {
	t.Helper()
	for start := time.Now(); time.Since(start) < 2*time.Minute; time.Sleep(10 * time.Millisecond) {
		if names, err := filepath.Glob(pattern); err != nil {
			t.Fatal(err)
		} else if len(names) > 0 {
			return
		}
	}
	t.Fatalf("%s: no such file in two minutes", pattern)
}
