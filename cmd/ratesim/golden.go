package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"ratesim/report"
)

// goldenFlags are the flags of the check against a golden file.
type goldenFlags struct {
	file   string
	update bool
}

func (g *goldenFlags) register(f *pflag.FlagSet) {
	but := ""
	if f.Lookup("manifest") != nil { // which stands in JSON, too, and not in a golden file
		but = ", but for the manifest in JSON"
	}
	f.Var((*fileFlag)(&g.file), "golden", "compare what would be printed with a `file`"+but+"; exit 6 and show how it differs")
	writes(f, "golden", "update-golden")
	f.BoolVar(&g.update, "update-golden", false, "write the --golden file instead")
}

func (g goldenFlags) check() error {
	switch {
	case g.update && g.file == "":
		return usageError{errors.New("--update-golden: want --golden, too, the file to write")}
	case g.file == standard:
		return usageError{errors.New("--golden: want a file; - is none")}
	}
	return nil
}

// checkFile returns what is wrong if there is no golden file to compare with, or no place
// to write it to: of a command whose output cannot be had again.
func (g goldenFlags) checkFile(e edge) error {
	switch {
	case g.file == "" || g.file == standard:
		return nil
	case g.update:
		return named("--golden", checkPlace(e, g.file))
	}
	_, err := g.want()
	return err
}

// want returns what the golden file has, but for the manifest of a result that was
// redirected into it: what it is compared with has none.
func (g goldenFlags) want() ([]byte, error) {
	text, err := os.ReadFile(g.file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usageError{fmt.Errorf("--golden: %w; --update-golden writes it", atFile(g.file, err))}
	case err != nil:
		return nil, usageError{fmt.Errorf("--golden: %w", atFile(g.file, err))}
	}
	return withoutManifest(text), nil
}

// withoutManifest returns a result in JSON without its last member, the manifest; any
// other text as it is.
func withoutManifest(text []byte) []byte {
	if _, ok := resultManifest(text); !ok {
		return text
	}
	members := json.NewDecoder(bytes.NewReader(text))
	_, err := members.Token() // of the beginning
	for err == nil && members.More() {
		before := members.InputOffset()
		name, _ := members.Token()
		err = members.Decode(new(json.RawMessage))
		after := members.InputOffset()
		if name == "manifest" && !members.More() {
			return slices.Concat(text[:before], text[after:])
		}
	}
	return text
}

// errMismatch ends the program when the output is not what a golden file says.
var errMismatch = errors.New("the output differs from the golden file")

// emit prints the output of a command, or compares it with the golden file and
// shows how it differs.
func emit(e edge, g goldenFlags, output []byte) error {
	if g.file == "" {
		_, err := e.out.Write(output)
		return err
	}
	e.journal.printed(output)
	if g.update {
		e.journal = nil // what is printed was noted, of which the file is a copy
		return writeFile(e, g.file, output)
	}
	want, err := g.want()
	if err != nil {
		return err
	}
	if bytes.Equal(want, output) {
		return nil
	}
	ends := ""
	if unix := bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n")); len(unix) < len(want) && !bytes.Contains(output, []byte("\r\n")) {
		want, ends = unix, ", whose lines end with a carriage return, as on Windows"
	}
	diff := report.Golden{Name: g.file, Want: want}.Diff(output)
	if _, err := io.WriteString(e.out, diff); err != nil {
		return err
	}
	return fmt.Errorf("%w %s%s; --update-golden rewrites it", errMismatch, g.file, ends)
}
