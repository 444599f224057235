package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"
)

// A temporaries is the files that must not outlive the program, whatever ends it.
type temporaries struct {
	lock  sync.Mutex
	names map[string]bool
}

// create opens a new file in a directory; perm is what the user's mask leaves of
// it. The caller ends its life by remove, or by forget once it has another name.
func (t *temporaries) create(dir string, perm os.FileMode) (*os.File, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	name := filepath.Join(dir, fmt.Sprintf(".ratesim-%016x", rand.Uint64()))
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return nil, err
	}
	if t.names == nil {
		t.names = map[string]bool{}
	}
	t.names[name] = true
	return f, nil
}

// remove closes and removes a file.
func (t *temporaries) remove(f *os.File) {
	f.Close()
	os.Remove(f.Name())
	t.forget(f)
}

// forget leaves a file alone from now on.
func (t *temporaries) forget(f *os.File) {
	t.lock.Lock()
	defer t.lock.Unlock()
	delete(t.names, f.Name())
}

// removeAll removes all files that are left, and lets no new one be made: the
// program ends.
func (t *temporaries) removeAll() {
	t.lock.Lock() // for good
	for name := range t.names {
		os.Remove(name)
	}
}

// besideAbandonedAfter is the age at which a temporary file beside an output is no longer
// anybody's: whoever writes one writes now and then.
const besideAbandonedAfter = 24 * time.Hour

// removeAbandoned removes what programs that were killed have left in a folder.
func removeAbandoned(folder string, after time.Duration) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	faults := []error{err}
	for _, entry := range entries {
		if !temporaryName.MatchString(entry.Name()) || !entry.Type().IsRegular() {
			continue
		}
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > after {
			faults = append(faults, os.Remove(filepath.Join(folder, entry.Name())))
		}
	}
	return errors.Join(faults...)
}

// temporaryName is what create calls files.
var temporaryName = regexp.MustCompile(`^\.ratesim-[0-9a-f]{16}$`)
