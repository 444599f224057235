package recorded

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"ratesim/lines"
	"ratesim/spool"
)

// A Tape is the rows of a file in order of time, those of one instant in the
// file's order. It may be used by many goroutines at once.
//
// Rows are packed in a Spool, some twelve bytes each, in reels of reelRows. Each
// reel is in order; where reels overlap because the file is not, playing merges
// them. In memory stay 40 bytes a reel.
type Tape struct {
	Found
	First, Last int64 // instants of the first and the last row; see Row.At

	spool io.ReaderAt
	reels []reel
	fault atomic.Pointer[error]
}

// reelRows is how many rows a reel has at most.
const reelRows = 1 << 16

// A reel is where some rows are packed, in order.
type reel struct {
	begin, size int64 // bytes of the spool
	rows        int
	first       place // of its first row
}

// A place is where a row stands in time and in the file.
type place struct {
	at     int64
	number int64 // of the row in the file, from 0, bad ones left out
}

func (p place) compare(o place) int {
	return cmp.Or(cmp.Compare(p.at, o.at), cmp.Compare(p.number, o.number))
}

// RecordOptions say how a file becomes a Tape.
type RecordOptions struct {
	Options
	SkipBad bool        // leave bad rows out; else they are an error
	Spool   spool.Spool // where rows are put; nil keeps them in memory
}

// Rejected is the error of a file with bad rows, each of which was told to Bad.
type Rejected struct {
	File string // as in Options
	Bad  int
}

// Error returns how many bad rows there are.
func (r Rejected) Error() string {
	return lines.Problem{File: r.File, Message: badRows(r.Bad) + "; mend them, or leave them out with --skip-bad"}.Error()
}

func badRows(n int) string {
	if n == 1 {
		return "1 bad row"
	}
	return fmt.Sprintf("%d bad rows", n)
}

// Record reads a file, as Read does, and puts its rows on a Tape. All of the file
// is checked before Record returns. Without o.SkipBad, bad rows are Rejected.
func Record(r io.Reader, o RecordOptions) (*Tape, error) {
	if o.Spool == nil {
		o.Spool = &spool.Memory{}
	}
	t := &recorder{tape: &Tape{spool: o.Spool}, to: bufio.NewWriterSize(o.Spool, 1<<16)}
	found, err := Read(r, o.Options, t.add)
	t.tape.Found = found
	switch {
	case err != nil:
	case found.Bad > 0 && !o.SkipBad:
		err = Rejected{File: o.File, Bad: found.Bad}
	case found.Rows == 0:
		err = lines.Problem{File: o.File, Message: "no row is left without the " + badRows(found.Bad)}
	default:
		err = t.finish(o.File)
	}
	if err != nil {
		return nil, err
	}
	return t.tape, nil
}

// A recorder is what Record needs while it reads.
type recorder struct {
	tape   *Tape
	to     *bufio.Writer
	end    int64      // bytes written
	reel   []numbered // the rows of the next reel
	sorted bool       // they are in order so far
	count  int64      // rows so far
}

// A numbered row knows its number in the file.
type numbered struct {
	Row
	number int64
}

func (n numbered) place() place { return place{n.At, n.number} }

func (t *recorder) add(row Row) error {
	if len(t.reel) == 0 {
		t.sorted = true
	} else if row.At < t.reel[len(t.reel)-1].At {
		t.sorted = false
	}
	t.reel = append(t.reel, numbered{row, t.count})
	t.count++
	if t.tape.First = min(t.tape.First, row.At); t.count == 1 {
		t.tape.First, t.tape.Last = row.At, row.At
	}
	t.tape.Last = max(t.tape.Last, row.At)
	if len(t.reel) < reelRows {
		return nil
	}
	return t.wind()
}

// wind packs the rows of a reel.
func (t *recorder) wind() error {
	if len(t.reel) == 0 {
		return nil
	}
	if !t.sorted {
		slices.SortFunc(t.reel, func(a, b numbered) int { return a.place().compare(b.place()) })
	}
	r := reel{begin: t.end, rows: len(t.reel), first: t.reel[0].place()}
	last := r.first
	for _, row := range t.reel {
		packed := binary.AppendUvarint(t.to.AvailableBuffer(), uint64(row.At-last.at))
		packed = binary.AppendVarint(packed, row.number-last.number)
		for _, size := range []int64{row.Input, row.Cached, row.Output, row.MaxOutput} {
			packed = binary.AppendUvarint(packed, uint64(size))
		}
		if _, err := t.to.Write(packed); err != nil {
			return fmt.Errorf("spool for rows: %w", err)
		}
		t.end += int64(len(packed))
		last = row.place()
	}
	r.size = t.end - r.begin
	t.tape.reels = append(t.tape.reels, r)
	t.reel = t.reel[:0]
	return nil
}

// finish winds up the last reel.
func (t *recorder) finish(file string) error {
	if err := t.wind(); err != nil {
		return err
	}
	if err := t.to.Flush(); err != nil {
		return fmt.Errorf("spool for rows: %w", err)
	}
	if span := uint64(t.tape.Last) - uint64(t.tape.First); span > uint64(spanMax) {
		return lines.Problem{File: file, Message: "want a time below 73 years between the first row and the last; are the units right?"}
	}
	slices.SortFunc(t.tape.reels, func(a, b reel) int { return a.first.compare(b.first) })
	return nil
}

// Err returns the first thing that went wrong in playing the tape; nil if nothing
// did. Ask it after the last run.
func (t *Tape) Err() error {
	if err := t.fault.Load(); err != nil {
		return *err
	}
	return nil
}

// fail notes that the spool cannot be read.
func (t *Tape) fail(err error) {
	err = fmt.Errorf("spool for rows: %w", err)
	t.fault.CompareAndSwap(nil, &err)
}
