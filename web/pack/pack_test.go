package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ratesim/required"
)

// What the page unfolds is the engine that Go compiled, instruction for instruction.
func TestWhatIsFoldedComesBack(t *testing.T) {
	required.Program(t, "node")
	dir := t.TempDir()
	compiled, folded := filepath.Join(dir, "engine.wasm"), filepath.Join(dir, "engine.folded")
	compile(t, "../../cmd/explorer", compiled)
	if err := pack(compiled, folded); err != nil {
		t.Fatal(err)
	}
	out, told, err := node("../test/unfold.mjs", folded)
	if err != nil {
		t.Fatalf("%v\n%s", err, told)
	}
	want, got := read(t, compiled), parsed(t, []byte(out))
	if len(got) != len(want) {
		t.Fatalf("%d sections; want %d", len(got), len(want))
	}
	for i, s := range got {
		compare(t, s, want[i])
	}
}

// A program without names and lines does the same, and its panic is told.
func TestAFoldedProgramRuns(t *testing.T) {
	required.Program(t, "node")
	dir := t.TempDir()
	compiled, folded := filepath.Join(dir, "stress.wasm"), filepath.Join(dir, "stress.folded")
	compile(t, "./testdata/stress", compiled)
	if err := pack(compiled, folded); err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	out, told, err := node("../test/start.mjs", folded, filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	want := "42008\n190 recovered: runtime error: index out of range [20] with length 0\npanic: this is told\n"
	if !strings.HasPrefix(out, want) {
		t.Errorf("it prints %q; want %q at its beginning", out, want)
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 {
		t.Errorf("its end is %v, %s; want that of a panic", err, told)
	}
}

func compile(t *testing.T, program, to string) {
	t.Helper()
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", to, program)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func node(arguments ...string) (out, told string, err error) {
	var trouble bytes.Buffer
	run := exec.Command("node", arguments...)
	run.Stderr = &trouble
	output, err := run.Output()
	return string(output), trouble.String(), err
}

func read(t *testing.T, name string) module {
	t.Helper()
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return parsed(t, file)
}

func parsed(t *testing.T, file []byte) module {
	t.Helper()
	m, err := parse(file)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func compare(t *testing.T, got, want section) {
	t.Helper()
	if got.id != want.id {
		t.Errorf("section %d; want %d", got.id, want.id)
		return
	}
	switch got.id {
	case codeSection:
		compareCode(t, got.content, want.content)
	case dataSection:
		compareData(t, got.content, want.content)
	default:
		if !bytes.Equal(got.content, want.content) {
			t.Errorf("section %d has changed: %d bytes, %d before", got.id, len(got.content), len(want.content))
		}
	}
}

// compareCode leaves out in how many bytes sizes are written.
func compareCode(t *testing.T, got, want []byte) {
	t.Helper()
	g, w := reader{bytes: got}, reader{bytes: want}
	if n := g.unsigned(); n != w.unsigned() || n < 1000 {
		t.Fatalf("%d functions", n)
	}
	for n := 0; !w.isAtEnd(); n++ {
		if !bytes.Equal(g.take(g.unsigned()), w.take(w.unsigned())) {
			t.Fatalf("function %d has changed", n)
		}
	}
	if g.err != nil || !g.isAtEnd() {
		t.Errorf("more than all functions, or fewer: %v", g.err)
	}
}

// compareData leaves out what is forgotten, which is within the table of functions.
func compareData(t *testing.T, got, want []byte) {
	t.Helper()
	start, memory, err := join(got)
	wantedStart, wantedMemory, wantedErr := join(want)
	if err != nil || wantedErr != nil || start != wantedStart {
		t.Fatalf("memory from %d (%v); want %d (%v)", start, err, wantedStart, wantedErr)
	}
	functions, err := findFunctions(wantedMemory)
	if err != nil {
		t.Fatal(err)
	}
	if err := functions.forget(); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(memory, wantedMemory) {
		t.Error("memory has changed")
	}
}

func TestReadersOfNumbers(t *testing.T) {
	for _, want := range []int64{0, 1, -1, 63, 64, -64, -65, 1 << 31, -1 << 31, 1<<62 + 7, 1<<63 - 1, -1 << 63} {
		written := appendSigned(nil, want)
		r := reader{bytes: written}
		if got := r.signed(); got != want || r.err != nil || !r.isAtEnd() {
			t.Errorf("% x: %d, %v; want %d", written, got, r.err, want)
		}
	}
}

func appendSigned(to []byte, v int64) []byte {
	for v < -0x40 || v > 0x3f {
		to = append(to, byte(v)|0x80)
		v >>= 7
	}
	return append(to, byte(v)&0x7f)
}

// written returns a module with one section.
func written(id byte, content ...byte) []byte {
	s := binary.AppendUvarint(append(bytes.Clone(preamble), id), uint64(len(content)))
	return append(s, content...)
}

func TestModulesThatLookOtherwiseAreRefused(t *testing.T) {
	function := func(instructions ...byte) []byte {
		body := append([]byte{0}, instructions...)
		return written(codeSection, append([]byte{1, byte(len(body))}, body...)...)
	}
	for _, c := range []struct {
		file []byte
		want string
	}{
		{[]byte("\x7fELF"), "want a WebAssembly module"},
		{written(codeSection, 1)[:9], "ends in the middle"},
		{written(codeSection, 1, 9), "ends in the middle"},
		{function(opLocalGet), "ends in the middle"},
		{function(opBranch, 1), "leaves 1 blocks more"},
		{function(0x29, 0, 0), "alignment 0; want 3"},
		{function(0xd0, 0), "0xd0 is not known"},
		{function(opPrefix, 12), "0xfc 12 is not known"},
		{written(elementSection, 2), "want one table of functions"},
		{written(dataSection, 0), "want memory"},
		{written(dataSection, 1, 1), "have kind 1"},
		{written(dataSection, 1, 0, opI32Const, 8, opEnd, 1, 7), "want one table of functions"},
	} {
		m, err := parse(c.file)
		if err == nil {
			_, err = m.fold()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("% x: %v; want %q", c.file, err, c.want)
		}
	}
}
