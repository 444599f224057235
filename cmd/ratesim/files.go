package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"ratesim/report"
)

// standard is the name that stands for standard input or output.
const standard = "-"

// An outFile is a file that is written whole or not at all: a regular one under
// another name first. Devices and pipes are written directly.
type outFile struct {
	io.Writer
	name      string
	temporary *os.File // nil when it is written directly
	direct    *os.File // nil when it is a temporary file or standard output
}

// createFile opens a file for writing; "-" is standard output.
func createFile(e edge, name string) (*outFile, error) {
	if name == standard {
		return &outFile{Writer: e.out, name: name}, nil
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return nil, usageError{fmt.Errorf("%s: want a file; it is a directory", name)}
		}
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		return &outFile{Writer: f, name: name, direct: f}, usage(err)
	}
	target, err := filepath.EvalSymlinks(name) // a link keeps pointing to the file
	if err != nil {
		target = name
	}
	f, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+".*")
	if err != nil {
		return nil, usage(err)
	}
	return &outFile{Writer: f, name: target, temporary: f}, nil
}

// commit puts the file in its place.
func (f *outFile) commit() error {
	if f.direct != nil {
		return f.direct.Close()
	}
	if f.temporary == nil {
		return nil
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(f.name); err == nil {
		mode = info.Mode().Perm()
	}
	name := f.temporary.Name()
	err := errors.Join(f.temporary.Chmod(mode), f.temporary.Sync(), f.temporary.Close())
	if err == nil {
		err = os.Rename(name, f.name)
	}
	if err != nil {
		os.Remove(name)
		return err
	}
	f.temporary = nil
	return nil
}

// discard drops what was written, unless it was committed.
func (f *outFile) discard() {
	if f.temporary != nil {
		f.temporary.Close()
		os.Remove(f.temporary.Name())
	}
}

// writeFile writes a whole file.
func writeFile(e edge, name string, data []byte) error {
	f, err := createFile(e, name)
	if err != nil {
		return err
	}
	defer f.discard()
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.commit()
}

// openFile opens a file for reading; "-" is standard input.
func openFile(e edge, name string) (io.ReadCloser, error) {
	if name == standard {
		return io.NopCloser(e.in), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, usage(err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, usageError{fmt.Errorf("%s: want a file; it is a directory", name)}
	}
	return f, nil
}

// shownName is what messages call a file.
func shownName(name string) string {
	if name == standard {
		return "standard input"
	}
	return name
}

// errMismatch ends the program when the output is not what a golden file says.
var errMismatch = errors.New("the output is not what the golden file says")

// A goldenFlags are the flags of the check against a golden file.
type goldenFlags struct {
	file   string
	update bool
}

func (g goldenFlags) check() error {
	if g.update && g.file == "" {
		return errors.New("--update-golden: want --golden, too, the file to write")
	}
	return nil
}

// emit prints the output of a command, or compares it with the golden file and
// shows how it differs.
func emit(e edge, g goldenFlags, output []byte) error {
	switch {
	case g.file == "":
		_, err := e.out.Write(output)
		return err
	case g.update:
		return writeFile(e, g.file, output)
	}
	want, err := os.ReadFile(g.file)
	if err != nil {
		return usageError{fmt.Errorf("--golden: %w; --update-golden writes it", err)}
	}
	if bytes.Equal(want, output) {
		return nil
	}
	diff := report.Golden{Name: g.file, Want: want}.Diff(output)
	if _, err := io.WriteString(e.out, diff); err != nil {
		return err
	}
	return fmt.Errorf("%w %s; --update-golden rewrites it", errMismatch, g.file)
}
