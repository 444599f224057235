package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// sweepArguments are those of a sweep of 96 cells that takes a second or so.
func sweepArguments(output string, more ...string) []string {
	return append([]string{"sweep", "--over", "limit.calls=20..26/2", "--over", "policies.slow=fixed(wait={5..7}steps)",
		"--policy", "slow,none", "--seeds", "1..+20", "--block", "10", "-o", output}, more...)
}

// programIn returns the program, to be run in a folder.
func programIn(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("ratesim", args...)
	cmd.Dir = dir
	return cmd
}

// mustRun runs the program in a folder and returns what it prints.
func mustRun(t testing.TB, dir string, args ...string) string {
	t.Helper()
	var out, messages bytes.Buffer
	cmd := programIn(dir, args...)
	cmd.Stdout, cmd.Stderr = &out, &messages
	if err := cmd.Run(); err != nil {
		t.Fatalf("ratesim %s: %v\n%s", strings.Join(args, " "), err, &messages)
	}
	return out.String()
}

func contentOf(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// cellFiles returns the files of the cells in a folder.
func cellFiles(t testing.TB, folder string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "??", "*.cell"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestASweepDoesNotDependOnCores(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, workers := range []string{"1", "2", "7"} {
		for _, format := range sweepFormats() {
			name := "rows" + workers + "." + format
			mustRun(t, dir, sweepArguments(name, "--workers", workers, "--cells", "cells"+workers)...)
			if !bytes.Equal(contentOf(t, filepath.Join(dir, "rows1."+format)), contentOf(t, filepath.Join(dir, name))) {
				t.Errorf("%s: %s workers write other bytes than one", format, workers)
			}
		}
	}
}

// removeAll removes the files and folders of a pattern.
func removeAll(t *testing.T, pattern string) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	for _, name := range names {
		err = errors.Join(err, os.RemoveAll(name))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A sweep that is killed at any moment, again and again, ends with the bytes of one
// that was not, and repeats no cell.
func TestASweepSurvivesBeingKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	began := time.Now()
	mustRun(t, dir, sweepArguments("whole.csv")...)
	whole := time.Since(began)
	output := filepath.Join(dir, "killed.csv")
	kills, kept := 0, map[string]time.Time{}
	for {
		cmd := programIn(dir, sweepArguments("killed.csv")...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(float64(whole) * (0.1 + 0.3*rand.Float64())))
		cmd.Process.Kill()
		cmd.Wait()
		if cmd.ProcessState.Success() && kills == 0 && whole > time.Millisecond {
			whole /= 2 // faster than the first time: kill it earlier, from the beginning
			removeAll(t, output+"*")
			clear(kept)
			continue
		}
		for _, name := range cellFiles(t, output+".cells") {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			if before, known := kept[name]; known && !info.ModTime().Equal(before) {
				t.Errorf("%s was run again after kill %d", name, kills)
			}
			kept[name] = info.ModTime()
		}
		if cmd.ProcessState.Success() || kills == 40 {
			break
		}
		if text, err := os.ReadFile(output); err == nil && len(text) != len(contentOf(t, filepath.Join(dir, "whole.csv"))) {
			t.Fatalf("kill %d left a file of %d bytes", kills, len(text))
		}
		kills++
	}
	grown := time.Now().Add(-2 * abandonedAfter)
	left, err := temporaryFiles(output + ".cells")
	for _, name := range left {
		err = errors.Join(err, os.Chtimes(name, grown, grown))
	}
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, dir, sweepArguments("killed.csv")...)
	t.Logf("killed %d times", kills)
	if kills == 0 {
		t.Error("the sweep was never killed")
	}
	if !bytes.Equal(contentOf(t, output), contentOf(t, filepath.Join(dir, "whole.csv"))) {
		t.Error("the file of the killed sweep differs from that of the whole one")
	}
	if left, err := temporaryFiles(output + ".cells"); err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, error %v", left, err)
	}
}

// However its files are spoiled, a folder of cells is mended by running again.
func TestSpoiledCellsAreRunAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mustRun(t, dir, sweepArguments("rows.csv")...)
	want := contentOf(t, filepath.Join(dir, "rows.csv"))
	cells := cellFiles(t, filepath.Join(dir, "rows.csv.cells"))
	if len(cells) != 96 {
		t.Fatalf("there are %d cells; want 96", len(cells))
	}
	whole := map[string][]byte{}
	for i, name := range cells[:90] {
		text := contentOf(t, name)
		whole[name] = text
		at := i * len(text) / 90
		spoiled := bytes.Clone(text)
		var err error
		switch i % 5 {
		case 0:
			err = os.WriteFile(name, spoiled[:at], 0o666)
		case 1:
			spoiled[at] ^= 0x20
			err = os.WriteFile(name, spoiled, 0o666)
		case 2:
			err = os.WriteFile(name, contentOf(t, cells[95]), 0o666)
		case 3:
			err = os.WriteFile(name, append(spoiled, "more\n"...), 0o666)
		default:
			err = os.Remove(name)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	out, err := programIn(dir, sweepArguments("rows.csv")...).CombinedOutput()
	if err != nil || !bytes.Equal(contentOf(t, filepath.Join(dir, "rows.csv")), want) {
		t.Errorf("the rows are not mended: %v\n%s", err, out)
	}
	if told := strings.Count(string(out), "it is run again"); told != 72 {
		t.Errorf("%d spoiled cells are told; want 72\n%s", told, out)
	}
	for name, text := range whole {
		if !bytes.Equal(contentOf(t, name), text) {
			t.Errorf("%s is not mended", name)
		}
	}
}

func TestATerminatedSweepEndsSoonAndGoesOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := []string{"sweep", "--over", "limit.calls=20..29", "--seeds", "1..+400", "--block", "20", "-o", "rows.csv"}
	cmd := programIn(dir, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for len(cellFiles(t, filepath.Join(dir, "rows.csv.cells"))) < 5 {
		time.Sleep(time.Millisecond)
	}
	began := time.Now()
	cmd.Process.Signal(syscall.SIGTERM)
	err := cmd.Wait()
	if exit, is := errors.AsType[*exec.ExitError](err); !is || exit.ExitCode() != exitTerminated {
		t.Errorf("the error is %v; want exit code %d", err, exitTerminated)
	}
	if took := time.Since(began); took > 2*grace {
		t.Errorf("it took %v to end; want less than %v", took, 2*grace)
	}
	if left, err := temporaryFiles(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, error %v", left, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "rows.csv")); err == nil {
		t.Error("a file of rows was written")
	}
}

// Shards may be run by anybody in any order; what they make is put together to the
// bytes of one run.
func TestShardsMakeWhatOneRunMakes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mustRun(t, dir, sweepArguments("one.parquet")...)
	plan := sweepArguments("plan.json")
	mustRun(t, dir, append([]string{"sweep", "plan"}, plan[1:]...)...)
	for i, shard := range rand.Perm(5) {
		folder := fmt.Sprintf("cells%d", i%2) // of two machines
		mustRun(t, dir, "sweep", "run", "plan.json", "--shard", fmt.Sprintf("%d/5", shard), "--cells", folder)
	}
	mustRun(t, dir, "sweep", "merge", "plan.json", "--cells", "cells0", "--cells", "cells1", "-o", "five.parquet")
	if !bytes.Equal(contentOf(t, filepath.Join(dir, "one.parquet")), contentOf(t, filepath.Join(dir, "five.parquet"))) {
		t.Error("five shards make other bytes than one run")
	}
}

func TestShardsOfEnginesComeFromTheirVariables(t *testing.T) {
	for _, test := range []struct {
		variables string
		want      string
	}{
		{"", "0/1"},
		{"SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=16 SLURM_ARRAY_TASK_MIN=0", "3/16"},
		{"SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=16 SLURM_ARRAY_TASK_MIN=1", "2/16"},
		{"SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_STEP=4", "2/4"},
		{"SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=3", "SLURM_ARRAY_TASK_ID: the array is a list with gaps"},
		{"SLURM_ARRAY_TASK_ID=x SLURM_ARRAY_TASK_COUNT=2", `SLURM_ARRAY_TASK_ID: want a whole number of at least 0; have "x"`},
		{"SLURM_ARRAY_TASK_ID=1", `SLURM_ARRAY_TASK_COUNT: want a whole number of at least 0; have ""`},
		{"JOB_COMPLETION_INDEX=3 RATESIM_SHARDS=8", "3/8"},
		{"JOB_COMPLETION_INDEX=3", `JOB_COMPLETION_INDEX is set, so this is one pod of an indexed job: want RATESIM_SHARDS, too`},
		{"JOB_COMPLETION_INDEX=8 RATESIM_SHARDS=8", "JOB_COMPLETION_INDEX: want less than RATESIM_SHARDS, 8; have 8"},
	} {
		env := map[string]string{}
		for _, variable := range strings.Fields(test.variables) {
			name, value, _ := strings.Cut(variable, "=")
			env[name] = value
		}
		shard, _, err := shardOf("", func(name string) string { return env[name] })
		got := shard.String()
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: %s; want %s", test.variables, got, test.want)
		}
	}
}

// BenchmarkSweep runs cells of one seed each, on one and on two workers, from the
// plan to the file.
func BenchmarkSweep(b *testing.B) {
	for _, workers := range []string{"1", "2"} {
		b.Run("workers="+workers, func(b *testing.B) {
			dir, cells := b.TempDir(), 0
			for b.Loop() {
				cells += 200
				mustRun(b, dir, "sweep", "--over", "limit.calls=1..200", "--load", "heavy", "--policy", "fixed", "--seeds", fmt.Sprint(cells),
					"--workers", workers, "-o", "rows.csv")
			}
			b.ReportMetric(float64(cells)/b.Elapsed().Seconds(), "cells/s")
		})
	}
}
