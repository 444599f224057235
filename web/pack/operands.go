package main

import "fmt"

// pass reads the operands of an instruction that stays as it is.
func (r *reader) pass(op byte) error {
	switch {
	case op == opF32Const:
		r.take(4)
	case op == opF64Const:
		r.take(8)
	case op == opCallByTable:
		r.unsigned()
		r.unsigned()
	case op == opPrefix:
		return r.passPrefixed()
	case hasOperand(op):
		r.signed()
	case op > 0xc4:
		return fmt.Errorf("instruction %#x is not known", op)
	}
	return nil
}

// hasOperand tells of instructions with one number after them: the type of a block, a
// function, a local, a global, a memory or a constant.
func hasOperand(op byte) bool {
	switch op {
	case opBlock, opLoop, opIf, opCall, opMemorySize, opMemoryGrow, opI32Const:
		return true
	}
	return op >= opLocalGet && op <= opGlobalSet
}

// passPrefixed reads what follows the prefix of conversions that saturate (0 to 7) and of
// copying and filling memory (10, 11).
func (r *reader) passPrefixed() error {
	switch number := r.unsigned(); {
	case number <= 7:
	case number == 10:
		r.take(2)
	case number == 11:
		r.take(1)
	default:
		return fmt.Errorf("instruction %#x %d is not known", opPrefix, number)
	}
	return nil
}
