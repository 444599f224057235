package tickets

import (
	"fmt"
	"hash/maphash"
	"io"
	"sync/atomic"

	"ratesim/spool"
)

// LoadOptions say how a file of tickets becomes a Source.
type LoadOptions struct {
	ReadOptions
	SkipBad bool              // leave bad lines and repeated ids out; else they are an error
	Compile func(Ticket) Item // makes each ticket an Item, up to the problem that is an error; nil leaves them zero
	Spool   Spool             // where ids and topics are put; nil keeps them in memory
}

// A Spool is a file, empty at first, that nobody else uses; see spool.Spool.
type Spool = spool.Spool

// Rejected is the error of a file with problems, each of which was told to Bad.
type Rejected struct {
	File       string // as in ReadOptions
	Bad        int    // lines, or CSV records, that could not be read
	Duplicates int    // tickets whose id came before
}

// Error returns how many problems there are of each kind.
func (r Rejected) Error() string {
	message := countProblems(r.Bad, r.Duplicates) + "; mend them, or leave them out with --skip-bad"
	return Problem{File: r.File, Message: message}.Error()
}

// countProblems says how many problems there are; there is at least one.
func countProblems(bad, duplicates int) string {
	lines, ids := fmt.Sprintf("%d bad lines", bad), fmt.Sprintf("%d repeated ids", duplicates)
	if bad == 1 {
		lines = "1 bad line"
	}
	if duplicates == 1 {
		ids = "1 repeated id"
	}
	switch {
	case duplicates == 0:
		return lines
	case bad == 0:
		return ids
	}
	return lines + " and " + ids
}

// Loaded is the tickets of a file without their texts. It may be used by many
// goroutines at once.
//
// A ticket takes 20 bytes of memory, and with no Spool some 5 bytes more and
// those of its id. Topics are kept once each, up to 254 of them; a file with
// more has the others written out with each ticket.
type Loaded struct {
	items chunks[Item]
	names nameTable
	fault atomic.Pointer[error]
}

var _ Source = (*Loaded)(nil)

// Len returns the number of tickets.
func (l *Loaded) Len() int { return l.items.count }

// Item returns what Compile made of ticket i.
func (l *Loaded) Item(i int) Item { return l.items.at(i) }

// Items returns nil: the tickets are kept in parts.
func (l *Loaded) Items() []Item { return nil }

// Ticket returns the id and topic of ticket i. It is the zero Ticket if the
// Spool cannot be read, and Err then tells why.
func (l *Loaded) Ticket(i int) Ticket {
	n, err := l.names.read(i)
	if err != nil {
		l.fault.CompareAndSwap(nil, &err)
		return Ticket{}
	}
	return Ticket{ID: n.id, Topic: n.topic}
}

// Err returns the first thing that went wrong in reading the Spool; nil if
// nothing did. Ask it after the last Ticket.
func (l *Loaded) Err() error {
	if err := l.fault.Load(); err != nil {
		return *err
	}
	return nil
}

// Load reads a file of tickets, as Read does, and keeps of each what a run needs.
// Texts are dropped line by line; what stays does not depend on their size or on
// the number of problems.
//
// All of the file is checked before Load returns. If there are bad lines, or ids
// that came before, each is told to o.Bad; without o.SkipBad the error is then
// Rejected. The Summary is right in any case, as far as reading came.
func Load(r io.Reader, o LoadOptions) (*Loaded, Summary, error) {
	l := loader{
		options: o,
		loaded:  &Loaded{names: newNameTable(o.Spool)},
		hash:    hashID(maphash.MakeSeed()),
		firsts:  map[uint32]uint32{},
	}
	summary, err := Read(r, l.readOptions(), l.add)
	summary.Tickets -= l.duplicates
	summary.Duplicates = l.duplicates
	if err == nil {
		err = l.loaded.names.finish()
	}
	switch {
	case err != nil:
		return nil, summary, err
	case l.rejects():
		return nil, summary, Rejected{File: o.File, Bad: summary.Bad, Duplicates: summary.Duplicates}
	case summary.Tickets == 0:
		message := "no ticket is left without the " + countProblems(summary.Bad, summary.Duplicates)
		return nil, summary, Problem{File: o.File, Message: message}
	}
	summary.Ungraded = l.ungraded
	return l.loaded, summary, nil
}

// A loader is what Load needs while it reads.
type loader struct {
	options    LoadOptions
	loaded     *Loaded
	hash       func(id string) uint32 // may give several ids one number
	firsts     map[uint32]uint32      // ticket by the hash of its id, or the next free number
	bad        int
	duplicates int
	ungraded   int
}

func hashID(seed maphash.Seed) func(string) uint32 {
	return func(id string) uint32 { return uint32(maphash.String(seed, id)) }
}

func (l *loader) readOptions() ReadOptions {
	o := l.options.ReadOptions
	o.Bad = func(p Problem) {
		l.bad++
		l.tell(p)
	}
	return o
}

func (l *loader) tell(p Problem) {
	if l.options.Bad != nil {
		l.options.Bad(p)
	}
}

// rejects tells whether the file as a whole is refused by now.
func (l *loader) rejects() bool {
	return !l.options.SkipBad && l.bad+l.duplicates > 0
}

func (l *loader) add(t Ticket, at Place) error {
	first, repeated, err := l.firstLine(t.ID)
	if err != nil {
		return err
	}
	if repeated {
		l.duplicates++
		message := fmt.Sprintf("id %q is on line %d already; want each id once", t.ID, first)
		l.tell(Problem{File: l.options.File, Place: at, Message: message})
		return nil
	}
	var item Item
	if l.options.Compile != nil && !l.rejects() {
		item = l.options.Compile(t)
	}
	if item.Grade == Ungraded {
		l.ungraded++
	}
	l.loaded.items.add(item)
	return l.loaded.names.add(ticketName{id: t.ID, topic: t.Topic, line: at.Line})
}

// firstLine returns the line on which the id stood before. If it did not, the
// next ticket is noted as the first that has it.
//
// Ids are told apart by themselves and not by their hashes: an id whose hash is
// another's goes under the next number that is free.
func (l *loader) firstLine(id string) (line int, repeated bool, err error) {
	for key := l.hash(id); ; key++ {
		ticket, taken := l.firsts[key]
		if !taken {
			l.firsts[key] = uint32(l.loaded.Len())
			return 0, false, nil
		}
		earlier, err := l.loaded.names.read(int(ticket))
		if err != nil || earlier.id == id {
			return earlier.line, true, err
		}
	}
}
