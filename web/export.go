package web

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// pageFile is the page itself, which tells whose a folder of files is.
const pageFile = "index.html"

// generator is how a page tells that it is this one, of whatever version.
const generator = `<meta name="generator" content="ratesim explore">`

// Export writes the files into a directory, which is made if need be. What an earlier
// Export has written is replaced. Where there are other files of such names nothing is
// written, and the error names each.
func Export(files fs.FS, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return placed(err)
	}
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return err
	}
	if err := checkForeign(files, entries, dir); err != nil {
		return err
	}
	for _, entry := range entries {
		data, err := fs.ReadFile(files, entry.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, entry.Name()), data, 0o644); err != nil {
			return placed(err)
		}
	}
	return nil
}

// checkForeign finds files that are in the way. In the folder of a page none are, and a
// file that is as it would be written is nobody else's.
func checkForeign(files fs.FS, entries []fs.DirEntry, dir string) error {
	page, err := os.ReadFile(filepath.Join(dir, pageFile))
	if err == nil && bytes.Contains(page, []byte(generator)) {
		return nil
	}
	var faults []error
	for _, entry := range entries {
		name := filepath.Join(dir, entry.Name())
		there, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		ours, readErr := fs.ReadFile(files, entry.Name())
		switch {
		case err != nil || readErr != nil:
			faults = append(faults, placed(cmp.Or(err, readErr)))
		case !bytes.Equal(there, ours):
			faults = append(faults, fmt.Errorf("%s: want a folder of its own for the page, or one that an export has made; this file is something else, and stays as it is", name))
		}
	}
	return errors.Join(faults...)
}

// placed gives an error its file, in place of the system call that met it.
func placed(err error) error {
	if path, is := errors.AsType[*fs.PathError](err); is {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}
