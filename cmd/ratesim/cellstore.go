package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ratesim/sweep"
)

// A cellStore keeps cells as files of a folder, named by their keys. Any number of
// programs may write to it at once: a cell appears whole or not at all, and equal
// keys mean equal bytes.
type cellStore struct {
	folder    string
	temporary *temporaries
}

// path returns the name of a cell's file. Folders by the first two digits keep each
// of them small.
func (s cellStore) path(key string) string {
	return filepath.Join(s.folder, key[:2], key+".cell")
}

// read returns the rows of a cell. Without one, or with one that is not as it was
// written, ok is false, and spoiled says which.
func (s cellStore) read(key string) (rows []byte, ok bool, spoiled error) {
	file, err := os.ReadFile(s.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err == nil {
		rows, err = sweep.Unseal(key, file)
	}
	if err != nil {
		return nil, false, atFile(s.path(key), err)
	}
	return rows, true, nil
}

// write puts the rows of a cell in their place. It does not wait for the disk: if the
// machine itself goes down, the seal finds what did not reach it, and that is run
// again.
func (s cellStore) write(key string, rows []byte) error {
	name := s.path(key)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return atFile(filepath.Dir(name), err)
	}
	file, err := s.temporary.create(filepath.Dir(name), 0o666)
	if err != nil {
		return atFile(name, err)
	}
	_, err = file.Write(sweep.Seal(key, rows))
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		s.temporary.remove(file)
		return outputError{atFile(name, err)}
	}
	s.temporary.forget(file)
	return nil
}

// A planMark says that cells of a plan are kept in a folder.
type planMark struct {
	Plan    string `json:"plan"` // its ID
	Program string `json:"ratesim"`
	Engine  int    `json:"engine"`
}

func (s cellStore) markPath(id string) string {
	return filepath.Join(s.folder, "plans", id+".json")
}

// mark notes that cells of a plan are kept here.
func (s cellStore) mark(e edge, plan sweep.Plan) error {
	name := s.markPath(plan.ID())
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return usage(atFile(s.folder, err))
	}
	text, err := json.Marshal(planMark{Plan: plan.ID(), Program: plan.Program, Engine: plan.Engine})
	if err != nil {
		return err
	}
	return writeFile(e, name, append(text, '\n'))
}

// checkMark finds a folder whose cells are all of other plans.
func (s cellStore) checkMark(plan sweep.Plan) error {
	info, err := os.Stat(s.folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil // nothing was run yet
	case err != nil:
		return usage(atFile(s.folder, err))
	case !info.IsDir():
		return usageError{fmt.Errorf("%s: want a folder of cells; it is a file", s.folder)}
	}
	names, err := filepath.Glob(filepath.Join(s.folder, "plans", "*.json"))
	if err != nil || len(names) == 0 {
		return err
	}
	var others []string
	for _, name := range names {
		var m planMark
		text, err := os.ReadFile(name)
		if err != nil {
			return usage(atFile(name, err))
		}
		if err := json.Unmarshal(text, &m); err != nil {
			return usageError{fmt.Errorf("%s: want what a sweep wrote; it was changed", name)}
		}
		if m.Plan == plan.ID() {
			return nil
		}
		others = append(others, fmt.Sprintf("%.12s… of engine %d", m.Plan, m.Engine))
	}
	return usageError{fmt.Errorf("%s: want cells of the plan %.12s… of engine %d; have those of %s", s.folder, plan.ID(), plan.Engine, strings.Join(others, ", "))}
}

// abandonedAfter is the age at which a temporary file is no longer anybody's: a cell is
// written in less than a second, and a plan in minutes.
const abandonedAfter = time.Hour

// tidy removes what programs that were killed have left.
func (s cellStore) tidy() error {
	folders, err := filepath.Glob(filepath.Join(s.folder, "??"))
	faults := []error{err}
	for _, folder := range append(folders, s.folder, filepath.Join(s.folder, "plans")) {
		faults = append(faults, removeAbandoned(folder, abandonedAfter))
	}
	return errors.Join(faults...)
}

// planPath is where a sweep in one go keeps its plan, by the plan's ID, so that
// another sweep with the same folder has its own.
func (s cellStore) planPath(id string) string {
	return filepath.Join(s.folder, "plans", id+".plan")
}
