package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// The instructions that are told in another way, by their codes in
// https://webassembly.github.io/spec/core/binary/instructions.html.
const (
	opBlock       = 0x02
	opLoop        = 0x03
	opIf          = 0x04
	opEnd         = 0x0b
	opBranch      = 0x0c
	opBranchIf    = 0x0d
	opBranchTable = 0x0e
	opCall        = 0x10
	opCallByTable = 0x11
	opLocalGet    = 0x20
	opGlobalSet   = 0x24
	opLoad        = 0x28 // the first of those that reach memory
	opStore       = 0x3e // the last of them
	opMemoryGrow  = 0x40
	opMemorySize  = 0x3f
	opI32Const    = 0x41
	opI64Const    = 0x42
	opF32Const    = 0x43
	opF64Const    = 0x44
	opPrefix      = 0xfc
)

// Codes that WebAssembly without threads and vectors does not use.
const (
	opReturnAddress = 0xe0 // a return address: how far it is from the one expected
	opResumedCall   = 0xe1 // all instructions of a call: return address, function
)

// A function of Go has the address (its number + 4096) << 16, and a return address in it
// is that and the number of a place in it: cmd/link/internal/wasm/asm.go of Go 1.26.
const firstFunction = 0x1000

// natural is the alignment of each access of memory, as a power of two, from opLoad on.
// Go uses no other.
var natural = [...]byte{2, 3, 2, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 2}

// The instructions that Go makes of a call, but for return address, function, and how
// many blocks there are to leave if the goroutine gives way: cmd/internal/obj/wasm.
var (
	beforeAddress  = []byte{0x20, 1, 0x41, 8, 0x6b, 0x22, 1, 0x24, 0, 0x20, 1, opI64Const}
	beforeFunction = []byte{0x37, 3, 0, 0x41, 0, opCall}
	afterFunction  = []byte{0x23, 0, 0x21, 1, opBranchIf}
)

// foldCode folds each function by itself.
func foldCode(content []byte) (folded []byte, unfolded int, err error) {
	r := reader{bytes: content}
	count := r.unsigned()
	folded = binary.AppendUvarint(nil, count)
	unfolded = len(folded)
	for n := range count {
		body := r.take(r.unsigned())
		f := folder{in: reader{bytes: body}, address: int64(n+firstFunction) << 16}
		if err := f.fold(); err != nil {
			return nil, 0, fmt.Errorf("function %d, byte %d: %w", n, f.in.at, err)
		}
		folded = binary.AppendUvarint(folded, uint64(len(f.out)))
		folded = append(folded, f.out...)
		unfolded += paddedSize + len(body)
	}
	return folded, unfolded, r.err
}

// A folder folds the instructions of one function.
type folder struct {
	in       reader
	out      []byte
	address  int64 // of the function
	expected int64 // the number in the next return address, if it is one more than the last
	depth    int64 // how many blocks are open
}

func (f *folder) fold() error {
	for range f.in.unsigned() { // runs of locals of one type
		f.in.unsigned()
		f.in.byte()
	}
	f.out = append(f.out, f.in.bytes[:f.in.at]...)
	for !f.in.isAtEnd() {
		if err := f.instruction(); err != nil {
			return err
		}
	}
	return f.in.err
}

func (f *folder) instruction() error {
	if f.resumedCall() {
		return nil
	}
	from := f.in.at
	op := f.in.byte()
	switch {
	case op == opI64Const:
		f.constant(from)
	case op == opBranch || op == opBranchIf:
		return f.branch(op)
	case op == opBranchTable:
		f.table()
	case op >= opLoad && op <= opStore:
		return f.access(op)
	default:
		f.nest(op)
		err := f.in.pass(op)
		f.out = append(f.out, f.in.bytes[from:f.in.at]...)
		return err
	}
	return nil
}

func (f *folder) nest(op byte) {
	switch op {
	case opBlock, opLoop, opIf:
		f.depth++
	case opEnd:
		f.depth--
	}
}

// resumedCall folds a call after which a goroutine can go on where it was.
func (f *folder) resumedCall() bool {
	r := f.in
	literal := func(wanted []byte) bool { return bytes.Equal(r.take(uint64(len(wanted))), wanted) }
	if !literal(beforeAddress) {
		return false
	}
	place := r.signed() - f.address
	if place>>16 != 0 || !literal(beforeFunction) {
		return false
	}
	function := r.number()
	if !literal(afterFunction) || int64(r.unsigned()) != f.depth-1 || r.err != nil {
		return false
	}
	f.returnAddress(opResumedCall, place)
	f.out = append(f.out, function...)
	f.in = r
	return true
}

// constant folds one that is an address in this very function; others stay as they are.
func (f *folder) constant(from int) {
	place := f.in.signed() - f.address
	if f.in.err != nil || place>>16 != 0 {
		f.out = append(f.out, f.in.bytes[from:f.in.at]...)
		return
	}
	f.returnAddress(opReturnAddress, place)
}

func (f *folder) returnAddress(op byte, place int64) {
	f.out = appendDifference(append(f.out, op), place-f.expected)
	f.expected = place + 1
}

// branch counts blocks from outside: nearly all branches leave to the first or second.
func (f *folder) branch(op byte) error {
	outer := f.depth - int64(f.in.unsigned())
	if outer < 0 {
		return fmt.Errorf("a branch leaves %d blocks more than there are", -outer)
	}
	f.out = binary.AppendUvarint(append(f.out, op), uint64(outer))
	return nil
}

// table writes the places of a function as differences: most are one block further.
func (f *folder) table() {
	count := f.in.unsigned()
	f.out = binary.AppendUvarint(append(f.out, opBranchTable), count)
	last := int64(0)
	for range count + 1 {
		label := int64(f.in.unsigned())
		if f.in.err != nil {
			return
		}
		f.out = appendDifference(f.out, label-last)
		last = label
	}
}

// access leaves out the alignment of a load or store.
func (f *folder) access(op byte) error {
	if alignment := f.in.unsigned(); f.in.err == nil && alignment != uint64(natural[op-opLoad]) {
		return fmt.Errorf("instruction %#x has the alignment %d; want %d", op, alignment, natural[op-opLoad])
	}
	f.out = binary.AppendUvarint(append(f.out, op), f.in.unsigned())
	return nil
}
