// Pack rewrites a WebAssembly module that Go has compiled, so that xz makes a third less
// of it. It leaves out what only the text of a panic needs, the names and lines of
// functions, and tells calls, branches, addresses and lists in a shorter way, which
// web/src/unfold.js takes back in the page. It is part of scripts/engine:
//
//	go run ./web/pack engine.wasm engine.folded
//
// It knows how Go lays out its calls and tables, and refuses a module that looks
// otherwise.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "pack: want two files, one to read and one to write: go run ./web/pack engine.wasm engine.folded")
		os.Exit(2)
	}
	if err := pack(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func pack(from, to string) error {
	file, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	m, err := parse(file)
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	folded, err := m.fold()
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	return os.WriteFile(to, folded, 0o644)
}
