package ratesim

import (
	"bytes"
	"go/ast"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The bounds of the house. They may only fall.
const (
	functionLinesMax = 60  // a screen
	fileLinesMax     = 300 // tests aside
	parametersMax    = 4
)

// emptyNames are names that say nothing of what a room is for.
var emptyNames = []string{"base", "common", "helper", "helpers", "misc", "shared", "types", "util", "utils"}

func TestFunctionsFitOnAScreen(t *testing.T) {
	for name := range mayImport {
		for _, file := range sourceFiles(t, name) {
			for _, declaration := range file.tree.Decls {
				f, ok := declaration.(*ast.FuncDecl)
				if !ok {
					continue
				}
				first, last := file.set.Position(f.Pos()).Line, file.set.Position(f.End()).Line
				if lines := last - first + 1; lines > functionLinesMax {
					t.Errorf("%s: %s has %d lines; at most %d fit on a screen", file.at(f.Pos()), f.Name.Name, lines, functionLinesMax)
				}
				if n := f.Type.Params.NumFields(); n > parametersMax {
					t.Errorf("%s: %s has %d parameters; a struct reads better than more than %d", file.at(f.Pos()), f.Name.Name, n, parametersMax)
				}
			}
		}
	}
}

func TestFilesAndPackagesSayWhatTheyAre(t *testing.T) {
	for name := range mayImport {
		documented := false
		for _, file := range sourceFiles(t, name) {
			documented = documented || file.tree.Doc != nil
			if lines := file.set.Position(file.tree.End()).Line; lines > fileLinesMax {
				t.Errorf("%s has %d lines; at most %d", file.name, lines, fileLinesMax)
			}
			if noun := strings.TrimSuffix(filepath.Base(file.name), ".go"); slices.Contains(emptyNames, noun) {
				t.Errorf("%s: the name does not say what is in it", file.name)
			}
		}
		if !documented {
			t.Errorf("package %s has no comment that says what it is for", name)
		}
		if slices.Contains(emptyNames, path.Base(name)) {
			t.Errorf("package %s: the name does not say what it is for", name)
		}
	}
}

func TestExportedNamesAreExplained(t *testing.T) {
	for name := range mayImport {
		for _, file := range sourceFiles(t, name) {
			for _, declaration := range file.tree.Decls {
				explain(t, file, declaration)
			}
		}
	}
}

// explain reports exported functions and types without a comment that begins
// with their name.
func explain(t *testing.T, file sourceFile, declaration ast.Decl) {
	t.Helper()
	switch d := declaration.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && !isMethodOfHidden(d) && !(isObvious(d.Name.Name) && d.Recv != nil) && !strings.Contains(d.Doc.Text(), d.Name.Name) {
			t.Errorf("%s: %s has no comment that says what it does", file.at(d.Pos()), d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			s, ok := spec.(*ast.TypeSpec)
			if ok && s.Name.IsExported() && !strings.Contains(d.Doc.Text()+s.Doc.Text(), s.Name.Name) {
				t.Errorf("%s: %s has no comment that says what it is", file.at(s.Pos()), s.Name.Name)
			}
		}
	}
}

func isMethodOfHidden(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return false
	}
	receiver := d.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	if generic, ok := receiver.(*ast.IndexExpr); ok {
		receiver = generic.X
	}
	name, ok := receiver.(*ast.Ident)
	return ok && !name.IsExported()
}

// isObvious reports methods whose name is a promise known to every reader of Go.
func isObvious(name string) bool {
	return slices.Contains([]string{"Error", "String", "Unwrap", "MarshalJSON", "UnmarshalJSON"}, name)
}

// leftOver is what must not stay in a file: notes to oneself, and paths of a
// machine.
var leftOver = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|X` + `XX)\b|/(home|root|Users)/[a-z]|/tmp/[a-z]|\bnot (yet )?imple` + `mented\b`)

func TestNothingIsLeftOver(t *testing.T) {
	for _, name := range trackedFiles(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(text, 0) >= 0 || strings.HasSuffix(name, ".sum") {
			continue
		}
		for i, line := range strings.Split(string(text), "\n") {
			if found := leftOver.FindString(line); found != "" {
				t.Errorf("%s:%d: %q must not stay", name, i+1, found)
			}
		}
	}
}

// trackedFiles returns the files that belong to the house.
func trackedFiles(t *testing.T) []string {
	t.Helper()
	list, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		t.Skipf("this is no checkout, so there is no list of its files: %v", err)
	}
	var names []string
	for _, name := range strings.Split(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			names = append(names, name)
		}
	}
	return names
}
