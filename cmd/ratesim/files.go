package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// standard is the name that stands for standard input or output.
const standard = "-"

// shownName is what messages call a file to read.
func shownName(name string) string {
	if name == standard {
		return "standard input"
	}
	return name
}

// atFile says which file an error is of, in place of the system call that met it.
func atFile(name string, err error) error {
	if path, is := errors.AsType[*fs.PathError](err); is {
		err = path.Err
	}
	if link, is := errors.AsType[*os.LinkError](err); is {
		err = link.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// directoryError refuses a directory where a file is wanted.
func directoryError(name string) error {
	return usageError{fmt.Errorf("%s: want a file; it is a directory", name)}
}

// An output is a stream that names itself when it cannot be written.
type output struct {
	io.Writer
	name string
}

// Write writes to the stream.
func (o output) Write(data []byte) (int, error) {
	n, err := o.Writer.Write(data)
	if err != nil {
		err = outputError{atFile(o.name, err)}
	}
	return n, err
}

// An outputError is of a file that cannot be written.
type outputError struct{ error }

// Unwrap returns the error itself.
func (e outputError) Unwrap() error { return e.error }

// A pipe is an output that may be closed before it has all: the rest is left out. A
// command has more to print, and ends early only when standard output is closed.
type pipe struct {
	io.Writer
	e        edge
	isClosed bool
}

// Write writes, unless nobody reads any more.
func (p *pipe) Write(data []byte) (int, error) {
	if p.isClosed {
		return len(data), nil
	}
	n, err := p.Writer.Write(data)
	if errors.Is(err, syscall.EPIPE) {
		p.isClosed = true
		tell(p.e.err, "%v; what comes after that is left out", err)
		return len(data), nil
	}
	return n, err
}

// An outFile is a file that is written whole or not at all: a regular one under
// another name first. Devices and pipes are written directly.
type outFile struct {
	io.Writer
	target      string   // where it belongs
	temporary   *os.File // nil when it is written directly
	direct      *os.File // nil when it is a temporary file or standard output
	temporaries *temporaries
}

// createFile opens a file for writing; "-" is standard output. A file that is
// there keeps its mode.
func createFile(e edge, name string) (*outFile, error) {
	switch {
	case e.isOutput(name):
		return &outFile{Writer: e.out}, nil
	case e.readsOnly:
		return &outFile{Writer: e.journal.output(name, io.Discard)}, nil
	}
	if err := e.files.writes(name); err != nil {
		return nil, err
	}
	file, err := openOutput(e, name)
	if err == nil {
		file.Writer = e.journal.output(name, file.Writer)
	}
	return file, err
}

// checkPlace finds, before long work, that a file could not be put where it belongs: it
// is a directory, or there is none to hold it. A replay puts no file anywhere.
func checkPlace(e edge, name string) error {
	if e.isOutput(name) || e.readsOnly {
		return nil
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return directoryError(name)
	}
	folder := filepath.Dir(followLinks(name))
	switch info, err := os.Stat(folder); {
	case err != nil:
		return usage(atFile(name, err))
	case !info.IsDir():
		return usageError{fmt.Errorf("%s: want a file in a directory; %s is none", name, folder)}
	}
	return nil
}

// openOutput opens a file that is not standard output for writing.
func openOutput(e edge, name string) (*outFile, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, usage(atFile(name, err))
	case err == nil && info.IsDir():
		return nil, directoryError(name)
	case err == nil:
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, usage(atFile(name, err))
		}
		if !info.Mode().IsRegular() {
			return &outFile{Writer: &pipe{Writer: output{f, name}, e: e}, direct: f}, nil
		}
		f.Close() // it could be written, so it may be replaced
	}
	target := followLinks(name)
	f, err := e.temporary.create(filepath.Dir(target), 0o666)
	if err != nil {
		return nil, usage(atFile(name, err))
	}
	_ = removeAbandoned(filepath.Dir(target), besideAbandonedAfter) // what cannot be removed harms nobody
	file := &outFile{Writer: output{f, name}, target: target, temporary: f, temporaries: e.temporary}
	if info != nil {
		if err := f.Chmod(info.Mode().Perm()); err != nil {
			file.discard()
			return nil, atFile(name, err)
		}
	}
	return file, nil
}

// followLinks returns the file that a symbolic link stands for, so that the link
// stays one when the file is replaced. The file need not be there.
func followLinks(name string) string {
	for range 40 { // as many as Linux follows
		link, err := os.Readlink(name)
		if err != nil {
			return name
		}
		if !filepath.IsAbs(link) {
			link = filepath.Dir(name) + string(filepath.Separator) + link
		}
		name = link
	}
	return name
}

// commit puts the file in its place.
func (f *outFile) commit() error {
	switch {
	case f.direct != nil:
		return f.direct.Close()
	case f.temporary == nil:
		return nil
	}
	err := errors.Join(f.temporary.Sync(), f.temporary.Close())
	if err == nil {
		err = os.Rename(f.temporary.Name(), f.target)
	}
	if err != nil {
		return atFile(f.target, err)
	}
	f.temporaries.forget(f.temporary)
	f.temporary = nil
	return nil
}

// discard drops what was written, unless it was committed.
func (f *outFile) discard() {
	if f.temporary != nil {
		f.temporaries.remove(f.temporary)
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
