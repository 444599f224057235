package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// An input is a file that is read from its beginning to its end. A signal ends
// the reading, and its progress is shown.
type input struct {
	ctx  context.Context
	file io.ReadCloser
	bar  *progress
}

// openInput opens a file for reading; "-" is standard input. The caller closes
// it.
func openInput(ctx context.Context, e edge, name string) (*input, error) {
	file, size, err := openFile(e, name)
	if err != nil {
		return nil, err
	}
	work := task{name: "reading " + filepath.Base(shownName(name)), total: size}
	return &input{ctx: ctx, file: file, bar: newProgress(ctx, e, work)}, nil
}

// openFile opens a file and returns its size, 0 if it is not known.
func openFile(e edge, name string) (file io.ReadCloser, size int64, err error) {
	if text, ok := e.journal.kept(name); ok {
		return io.NopCloser(e.journal.input(name, strings.NewReader(text))), int64(len(text)), nil
	}
	if name == standard {
		if err := e.files.readsStream(e.inInfo); err != nil {
			return nil, 0, err
		}
		return io.NopCloser(e.journal.input(name, e.in)), 0, nil
	}
	if err := e.files.reads(name); err != nil {
		return nil, 0, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, usage(atFile(name, err))
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		f.Close()
		return nil, 0, atFile(name, err)
	case info.IsDir():
		f.Close()
		return nil, 0, directoryError(name)
	case info.Mode().IsRegular():
		size = info.Size()
	}
	if !e.journal.on() {
		return f, size, nil
	}
	return struct {
		io.Reader
		io.Closer
	}{e.journal.input(name, f), f}, size, nil
}

// Read reads on, unless a signal has come.
func (i *input) Read(data []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, context.Cause(i.ctx)
	}
	n, err := i.file.Read(data)
	i.bar.done.Add(int64(n))
	return n, err
}

// close ends the reading.
func (i *input) close() {
	i.file.Close()
	i.bar.close()
}

// scenarioBytesMax bounds a scenario's file.
const scenarioBytesMax = 16 << 20

// readScenarioFile returns what is in a scenario's file.
func readScenarioFile(ctx context.Context, e edge, name string) ([]byte, error) {
	in, err := openInput(ctx, e, name)
	if err != nil {
		return nil, err
	}
	defer in.close()
	text, err := io.ReadAll(io.LimitReader(in, scenarioBytesMax+1))
	switch {
	case err != nil:
		return nil, atFile(shownName(name), err)
	case len(text) > scenarioBytesMax:
		return nil, usageError{fmt.Errorf("%s: want a scenario of at most %d bytes", shownName(name), scenarioBytesMax)}
	}
	e.journal.keep(name, string(text))
	return text, nil
}
