package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// The sections that are folded; the others are copied, but for those of names and
// producers, which are left out. The numbers are those of
// https://webassembly.github.io/spec/core/binary/modules.html.
const (
	customSection  = 0
	elementSection = 9
	codeSection    = 10
	dataSection    = 11
)

var preamble = []byte("\x00asm\x01\x00\x00\x00")

// A module is what it has of each section, in its order.
type module []section

type section struct {
	id      byte
	content []byte
}

func parse(file []byte) (module, error) {
	if !bytes.HasPrefix(file, preamble) {
		return nil, fmt.Errorf("want a WebAssembly module of version 1; it begins with %q", file[:min(len(file), len(preamble))])
	}
	var m module
	for r := (reader{bytes: file, at: len(preamble)}); ; {
		s := section{id: r.byte(), content: r.take(r.unsigned())}
		if r.err != nil {
			return nil, r.err
		}
		if s.id != customSection {
			m = append(m, s)
		}
		if r.isAtEnd() {
			return m, nil
		}
	}
}

// fold writes the size of the module that unfold.js makes, and then the sections.
func (m module) fold() ([]byte, error) {
	size := len(preamble)
	var folded []byte
	for _, s := range m {
		content, unfolded, err := s.fold()
		if err != nil {
			return nil, fmt.Errorf("section %d: %w", s.id, err)
		}
		size += 1 + paddedSize + unfolded
		folded = append(folded, s.id)
		folded = binary.AppendUvarint(folded, uint64(len(content)))
		folded = append(folded, content...)
	}
	return append(binary.AppendUvarint(nil, uint64(size)), folded...), nil
}

// paddedSize is the number of bytes in which unfold.js writes a size: the most that a
// number of 32 bits may take, so that it can be written when what follows is known.
const paddedSize = 5

// fold returns what is written of a section, and how many bytes unfold.js makes of it.
func (s section) fold() (content []byte, unfolded int, err error) {
	switch s.id {
	case elementSection:
		return foldElements(s.content)
	case codeSection:
		return foldCode(s.content)
	case dataSection:
		return foldData(s.content)
	}
	return s.content, len(s.content), nil
}

// foldElements writes the functions that calls by address reach as differences: they are
// nearly all functions in their order.
func foldElements(content []byte) (folded []byte, unfolded int, err error) {
	r := reader{bytes: content}
	if r.unsigned() != 1 || r.unsigned() != 0 || r.byte() != opI32Const {
		return nil, 0, fmt.Errorf("want one table of functions; it begins with % x", content[:min(len(content), 3)])
	}
	r.signed()
	r.byte()
	head := r.at
	count := r.unsigned()
	folded = append(folded, binary.AppendUvarint(nil, uint64(head))...)
	folded = append(folded, content[:r.at]...)
	last := int64(0)
	for range count {
		index := int64(r.unsigned())
		folded = appendDifference(folded, index-last)
		last = index
	}
	return folded, len(content), r.err
}
