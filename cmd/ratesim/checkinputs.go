package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
)

// errNotHandedIn is told where a replay wants what only standard input had.
var errNotHandedIn = fmt.Errorf("the manifest has no copy of what was read from standard input; hand it in again, as in %q", "ratesim verify run.json < tickets.csv")

// checkInputs finds what is not as it was when the command read it. What is handed in
// again on standard input is put on disk, to be checked before anything is made of it;
// release removes it. Those files whose text was kept may be gone; unless all are wanted
// as they were, they may have changed, too.
func (m *manifest) checkInputs(ctx context.Context, e edge, all bool) (faults []string, err error) {
	for _, in := range m.Inputs {
		if in.Text != "" && hashOf([]byte(in.Text)) != in.fileHash {
			faults = append(faults, in.Name+": its text in the manifest is not that of its hash")
		}
	}
	for _, in := range m.Inputs {
		if in.Text != "" && (!all || in.isStandard()) {
			continue
		}
		have, err := m.hashInput(ctx, e, in)
		switch {
		case errors.Is(err, errNotHandedIn):
			return nil, usage(err)
		case errors.Is(err, fs.ErrNotExist) && in.Text != "":
		case err != nil:
			faults = append(faults, err.Error())
		case have != in.fileHash:
			faults = append(faults, shownName(in.Name)+": was changed since")
		}
	}
	return faults, nil
}

// hashInput returns the hash of what an input has now.
func (m *manifest) hashInput(ctx context.Context, e edge, in inputRecord) (have fileHash, err error) {
	if !in.isStandard() {
		return hashFile(ctx, e, in.Name)
	}
	if have, err = m.takeIn(ctx, e); err == nil && have.Bytes == 0 && in.Bytes > 0 {
		err = errNotHandedIn
	}
	return have, err
}

// isStandard reports that it was read from standard input.
func (in inputRecord) isStandard() bool {
	return slices.Contains([]string{standard, shownName(standard)}, in.Name)
}

// takeIn puts on disk what is handed in again on standard input.
func (m *manifest) takeIn(ctx context.Context, e edge) (have fileHash, err error) {
	in, err := openInput(ctx, e, standard)
	if err != nil {
		return have, err
	}
	defer in.close()
	if m.handedIn, err = e.temporary.create(os.TempDir(), 0o600); err != nil {
		return have, err
	}
	sum := newHashed(m.handedIn)
	if _, err := io.Copy(sum, in); err != nil {
		return have, atFile(shownName(standard), err)
	}
	_, err = m.handedIn.Seek(0, io.SeekStart)
	return sum.hash(), err
}

// release removes what checkInputs has put on disk.
func (m *manifest) release(e edge) {
	if m.handedIn != nil {
		e.temporary.remove(m.handedIn)
	}
}
