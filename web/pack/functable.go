package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// Where things stand in the table of functions that Go's runtime finds stack frames by:
// runtime/symtab.go and runtime/runtime2.go of Go 1.26 (pcHeader and _func), and
// internal/abi/symtab.go for the numbers of its tables.
const (
	headerSize = 72
	entrySize  = 8 // of the list of functions: address, and where its record is
	recordSize = 44

	nameAt     = 4
	stackAt    = 16
	fileAt     = 20
	lineAt     = 24
	tablesAt   = 28
	unitAt     = 32
	startsAt   = 36
	pointersAt = 43

	unsafePoints     = 0 // tables by address
	inlined          = 2
	liveArguments    = 3
	inlinedFunctions = 3 // tables of a whole function
	argumentTexts    = 5
	argumentsAlive   = 6
)

var header = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// A functable is Go's table of functions within the memory that a module begins with.
type functable struct {
	memory []byte
	count  int
	names  int // where the names of functions and files begin
	tables int // where the tables by address begin, after the names
	list   int // where the list of functions begins, after the tables; records follow
}

func findFunctions(memory []byte) (functable, error) {
	at := bytes.Index(memory, header)
	if at < 0 || bytes.Contains(memory[at+1:], header) || at+headerSize > len(memory) {
		return functable{}, errors.New("want one table of functions as Go 1.26 writes it")
	}
	word := func(n int) int { return int(binary.LittleEndian.Uint64(memory[at+n:])) }
	f := functable{memory: memory, count: word(8), names: at + word(32), tables: at + word(56), list: at + word(64)}
	if f.names < at || f.names > f.tables || f.tables > f.list || f.count < 0 || f.list+f.count*entrySize > len(memory) {
		return functable{}, fmt.Errorf("the table of functions at %d is not as Go 1.26 writes it", at)
	}
	return f, nil
}

// forget blanks what only the text of a panic needs: names of functions and files, lines,
// what was inlined, and the arguments of calls.
func (f functable) forget() error {
	clear(f.memory[f.names:f.tables])
	needed := make([]bool, f.list-f.tables)
	for n := range f.count {
		record, err := f.record(n)
		if err != nil {
			return err
		}
		for _, table := range forgetRecord(record) {
			if err := f.need(needed, table); err != nil {
				return fmt.Errorf("function %d: %w", n, err)
			}
		}
	}
	for i, isNeeded := range needed {
		if !isNeeded {
			f.memory[f.tables+i] = 0
		}
	}
	return nil
}

// record returns the record of a function, with the tables that it names behind it.
func (f functable) record(n int) ([]byte, error) {
	at := f.list + int(binary.LittleEndian.Uint32(f.memory[f.list+n*entrySize+4:]))
	if at+recordSize > len(f.memory) {
		return nil, fmt.Errorf("function %d has its record beyond the end", n)
	}
	record := f.memory[at:]
	size := recordSize + 4*(int(binary.LittleEndian.Uint32(record[tablesAt:]))+int(record[pointersAt]))
	if size > len(record) {
		return nil, fmt.Errorf("function %d has its tables beyond the end", n)
	}
	return record[:size], nil
}

// forgetRecord blanks what a record says for texts, and returns where the tables begin
// that it still names.
func forgetRecord(record []byte) (tables []uint32) {
	for _, at := range []int{nameAt, fileAt, lineAt, unitAt, startsAt} {
		clear(record[at : at+4])
	}
	tables = append(tables, binary.LittleEndian.Uint32(record[stackAt:]))
	count := int(binary.LittleEndian.Uint32(record[tablesAt:]))
	for n := range count {
		at := record[recordSize+4*n:]
		switch n {
		case unsafePoints, inlined, liveArguments:
			clear(at[:4])
		default:
			tables = append(tables, binary.LittleEndian.Uint32(at))
		}
	}
	for n := range int(record[pointersAt]) {
		switch n {
		case inlinedFunctions, argumentTexts, argumentsAlive:
			binary.LittleEndian.PutUint32(record[recordSize+4*(count+n):], ^uint32(0))
		}
	}
	return tables
}

// need marks the bytes of a table by address: pairs of numbers, of which the first of a
// pair is 0 at the end. A table at 0 is none.
func (f functable) need(needed []bool, from uint32) error {
	if from == 0 {
		return nil
	}
	r := reader{bytes: f.memory[f.tables:f.list], at: int(from)}
	for isFirst := true; ; isFirst = false {
		value := r.unsigned()
		if value == 0 && !isFirst {
			break
		}
		r.unsigned()
		if r.err != nil {
			return r.err
		}
	}
	for i := int(from); i < r.at; i++ {
		needed[i] = true
	}
	return nil
}

// differ writes the list of functions as differences from one to the next, and blanks
// what the record of each repeats, its address.
func (f functable) differ() error {
	for n := f.count - 1; n >= 0; n-- {
		entry := f.list + n*entrySize
		address := f.memory[f.list+int(f.word(entry+4)):][:4]
		if binary.LittleEndian.Uint32(address) != f.word(entry) {
			return fmt.Errorf("function %d has two addresses", n)
		}
		clear(address)
		if n > 0 {
			f.subtract(entry, entry-entrySize)
			f.subtract(entry+4, entry-entrySize+4)
		}
	}
	return nil
}

func (f functable) word(at int) uint32 { return binary.LittleEndian.Uint32(f.memory[at:]) }

func (f functable) subtract(at, other int) {
	binary.LittleEndian.PutUint32(f.memory[at:], f.word(at)-f.word(other))
}
