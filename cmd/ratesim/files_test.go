package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestAFileIsWrittenWholeOrNotAtAll(t *testing.T) {
	for _, test := range []struct {
		name   string
		commit bool
		want   string
	}{
		{"committed", true, "after"},
		{"discarded", false, "before"},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := edge{temporary: &temporaries{}}
			name := filepath.Join(t.TempDir(), "file")
			write(t, name, "before")
			f, err := createFile(e, name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Write([]byte("after")); err != nil {
				t.Fatal(err)
			}
			if got := read(t, name); got != "before" {
				t.Errorf("half-way the file holds %q; want what it held before", got)
			}
			if test.commit {
				if err := f.commit(); err != nil {
					t.Fatal(err)
				}
			}
			f.discard()
			if got := read(t, name); got != test.want {
				t.Errorf("the file holds %q; want %q", got, test.want)
			}
			if left, err := temporaryFiles(filepath.Dir(name)); len(left) > 0 || err != nil {
				t.Errorf("left behind: %q, %v", left, err)
			}
			if len(e.temporary.names) > 0 {
				t.Errorf("still to be removed: %v", e.temporary.names)
			}
		})
	}
}

// What ends the program at once takes its temporary files along, but none that
// has found its place.
func TestTemporaryFilesDoNotOutliveTheProgram(t *testing.T) {
	e := edge{temporary: &temporaries{}}
	dir := t.TempDir()
	done := filepath.Join(dir, "done")
	if err := writeFile(e, done, []byte("text")); err != nil {
		t.Fatal(err)
	}
	if _, err := createFile(e, filepath.Join(dir, "half")); err != nil {
		t.Fatal(err)
	}
	e.temporary.removeAll()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || read(t, done) != "text" {
		t.Errorf("the folder has %v, %v; want only the file that is done", entries, err)
	}
}

func TestStandardOutputIsWrittenDirectly(t *testing.T) {
	var out bytes.Buffer
	if err := writeFile(edge{out: &out}, "-", []byte("text")); err != nil || out.String() != "text" {
		t.Errorf("have %q, %v", &out, err)
	}
}

func TestAFileThatCannotBeWrittenIsNamed(t *testing.T) {
	dir := t.TempDir()
	loop := filepath.Join(dir, "loop")
	if err := os.Symlink("loop", loop); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		dir:                                dir + ": want a file; it is a directory",
		filepath.Join(dir, "nowhere", "f"): filepath.Join(dir, "nowhere", "f") + ": no such file or directory",
		loop:                               loop + ": too many levels of symbolic links",
	} {
		_, err := createFile(edge{temporary: &temporaries{}}, name)
		if err == nil || err.Error() != want || exitCode(err) != exitUsage {
			t.Errorf("%s: %v, exit code %d; want %s, exit code %d", name, err, exitCode(err), want, exitUsage)
		}
	}
}

func TestExitCodesSayWhoseItIs(t *testing.T) {
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, exitDone},
		{fs.ErrPermission, exitFailed},
		{usage(fs.ErrPermission), exitUsage},
		{errors.Join(usage(fs.ErrPermission), nil), exitUsage},
		{errMismatch, exitMismatch},
		{signalError{os.Interrupt}, exitInterrupt},
		{usage(signalError{os.Interrupt}), exitInterrupt},
	} {
		if got := exitCode(test.err); got != test.want {
			t.Errorf("%v: exit code %d; want %d", test.err, got, test.want)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Of a program that was killed nothing stays for good: the next one that writes beside
// it removes what nobody has written to for long.
func TestWhatKilledProgramsLeftIsRemoved(t *testing.T) {
	dir := t.TempDir()
	old, young, other := filepath.Join(dir, ".ratesim-0123456789abcdef"), filepath.Join(dir, ".ratesim-fedcba9876543210"), filepath.Join(dir, ".ratesim-notes")
	long := time.Now().Add(-2 * besideAbandonedAfter)
	for _, name := range []string{old, young, other} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if name != young {
			if err := os.Chtimes(name, long, long); err != nil {
				t.Fatal(err)
			}
		}
	}
	mustRun(t, dir, "run", "--policy", "none", "--manifest", "run.json")
	names, err := filepath.Glob(filepath.Join(dir, ".ratesim-*"))
	if want := []string{young, other}; err != nil || !slices.Equal(slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(want))) {
		t.Errorf("left are %q, %v; want %q", names, err, want)
	}
}
