package recorded

import (
	"bufio"
	"container/heap"
	"encoding/binary"
	"io"
	"math"
	"time"

	"ratesim/chance"
)

// A Cut is the part of a tape that is played, and how. The zero Cut is all of it,
// as it was recorded.
type Cut struct {
	From, Until time.Duration // after the first row; Until is not included, 0 for the end
	Sample      float64       // share of the rows that is taken, drawn row by row; 0 for all
	SampleSeed  int64         // names the draw
	Rate        Ratio         // arrivals come so much faster
	Tokens      Ratio         // all sizes are so much larger
}

// A Player plays a part of a tape. It is for one goroutine.
type Player struct {
	tape  *Tape
	cut   Cut
	zero  int64 // instant from which the cut counts
	named chance.Named
	next  int     // of the tape's reels, to be opened
	open  cursors // of reels that are being played
}

// Play returns a Player of a part, before its first row.
func (t *Tape) Play(c Cut) *Player {
	for _, r := range []*Ratio{&c.Rate, &c.Tokens} {
		if r.num == 0 {
			*r = Ratio{1, 1}
		}
	}
	p := &Player{tape: t, cut: c}
	if t.Format != instantsName {
		p.zero = t.First
	}
	return p
}

// Reset begins again.
func (p *Player) Reset() { p.next, p.open = 0, p.open[:0] }

// Next returns the next row, its instant since the part's beginning; ok is false
// after the last one, and when the spool cannot be read, which the tape's Err
// tells.
func (p *Player) Next() (row Row, ok bool) {
	for {
		n, ok := p.following()
		after := time.Duration(n.At - p.zero)
		switch {
		case !ok, p.cut.Until > 0 && after >= p.cut.Until:
			return Row{}, false
		case after < p.cut.From, !p.taken(n.number):
			continue
		}
		row = n.Row
		row.At = p.cut.Rate.into(int64(after - p.cut.From))
		for _, size := range []*int64{&row.Input, &row.Cached, &row.Output, &row.MaxOutput} {
			*size = p.cut.Tokens.of(*size)
		}
		row.Cached = min(row.Cached, max(row.Input, 0))
		return row, true
	}
}

// taken draws whether a row is in the sample: by its number, so that it is in each
// run or in none.
func (p *Player) taken(number int64) bool {
	if p.cut.Sample <= 0 || p.cut.Sample >= 1 {
		return true
	}
	p.named.Set(chance.Name{Seed: p.cut.SampleSeed, Request: number, Purpose: chance.Sampling})
	return float64(p.named.Uint64()>>11)/(1<<53) < p.cut.Sample
}

// following returns the next row of the tape.
func (p *Player) following() (n numbered, ok bool) {
	for p.next < len(p.tape.reels) && (len(p.open) == 0 || p.tape.reels[p.next].first.compare(p.open[0].row.place()) < 0) {
		c := newCursor(p.tape.spool, p.tape.reels[p.next])
		p.next++
		if !p.read(c) {
			return n, false
		}
		heap.Push(&p.open, c)
	}
	if len(p.open) == 0 {
		return n, false
	}
	c := p.open[0]
	n = c.row
	if c.left == 0 {
		heap.Pop(&p.open)
		return n, true
	}
	if !p.read(c) {
		return n, false
	}
	if len(p.open) > 1 {
		heap.Fix(&p.open, 0)
	}
	return n, true
}

// read moves a cursor on, and notes when the spool cannot be read.
func (p *Player) read(c *cursor) bool {
	if err := c.read(); err != nil {
		p.tape.fail(err)
		p.next, p.open = len(p.tape.reels), p.open[:0]
		return false
	}
	return true
}

// A cursor is how far a reel has been played.
type cursor struct {
	from *bufio.Reader
	row  numbered // the next one
	left int      // rows behind it
}

// cursorBytes is how much of a reel is read at once.
const cursorBytes = 1 << 14

func newCursor(spool io.ReaderAt, r reel) *cursor {
	from := bufio.NewReaderSize(io.NewSectionReader(spool, r.begin, r.size), cursorBytes)
	return &cursor{from: from, row: numbered{Row{At: r.first.at}, r.first.number}, left: r.rows}
}

// read reads the next row. There must be one.
func (c *cursor) read() error {
	c.left--
	later, err := binary.ReadUvarint(c.from)
	if err != nil {
		return err
	}
	further, err := binary.ReadVarint(c.from)
	if err != nil {
		return err
	}
	c.row.At += int64(later)
	c.row.number += further
	for _, size := range []*int64{&c.row.Input, &c.row.Cached, &c.row.Output, &c.row.MaxOutput} {
		n, err := binary.ReadUvarint(c.from)
		if err != nil {
			return err
		}
		*size = int64(n & math.MaxInt64)
	}
	return nil
}

// cursors are a heap, the one with the earliest row first.
type cursors []*cursor

func (c cursors) Len() int           { return len(c) }
func (c cursors) Less(i, j int) bool { return c[i].row.place().compare(c[j].row.place()) < 0 }
func (c cursors) Swap(i, j int)      { c[i], c[j] = c[j], c[i] }

// Push adds a cursor; see container/heap.
func (c *cursors) Push(x any) { *c = append(*c, x.(*cursor)) }

// Pop takes the last one away; see container/heap.
func (c *cursors) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}
