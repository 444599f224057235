package main

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// foldData joins the pieces of memory that a module begins with. Go leaves out each run
// of zeros, which makes a hundred thousand pieces of it; xz leaves out zeros by itself.
// Before the memory stand its address, its size, and where in it the list of functions
// is, of which differences are written.
func foldData(content []byte) (folded []byte, unfolded int, err error) {
	start, memory, err := join(content)
	if err != nil {
		return nil, 0, err
	}
	functions, err := findFunctions(memory)
	if err != nil {
		return nil, 0, err
	}
	if err := functions.forget(); err != nil {
		return nil, 0, err
	}
	if err := functions.differ(); err != nil {
		return nil, 0, err
	}
	for _, n := range []int{start, len(memory), functions.list, functions.count} {
		folded = binary.AppendUvarint(folded, uint64(n))
	}
	const head = 1 + 1 + 1 + paddedSize + 1 + paddedSize // one piece, of memory 0, address, size
	return append(folded, memory...), head + len(memory), nil
}

// join returns the memory from the first byte that has a value to the last.
func join(content []byte) (start int, memory []byte, err error) {
	pieces, err := readPieces(content)
	if err != nil {
		return 0, nil, err
	}
	start, end := pieces[0].at, pieces[0].at
	for _, p := range pieces {
		start, end = min(start, p.at), max(end, p.at+len(p.bytes))
	}
	memory = make([]byte, end-start)
	for _, p := range pieces {
		copy(memory[p.at-start:], p.bytes)
	}
	return start, memory, nil
}

type piece struct {
	at    int
	bytes []byte
}

func readPieces(content []byte) (pieces []piece, err error) {
	r := reader{bytes: content}
	for n := range r.unsigned() {
		if kind, op := r.unsigned(), r.byte(); kind != 0 || op != opI32Const {
			return nil, fmt.Errorf("piece %d of memory: want one with an address; have kind %d", n, kind)
		}
		at := r.signed()
		r.byte() // the end of the address
		pieces = append(pieces, piece{at: int(at), bytes: r.take(r.unsigned())})
	}
	if r.err == nil && len(pieces) == 0 {
		r.err = errors.New("want memory")
	}
	return pieces, r.err
}
