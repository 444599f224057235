package explore

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"ratesim/lines"
	"ratesim/suggest"
)

// Files are the files that the reader has opened in the page, by name. Questions name
// them; a browser has no others.
type Files map[string][]byte

// What the page takes of a file. The command line has no such bounds.
const (
	rowsMax     = 1_000_000 // tickets or recorded requests
	problemsMax = 50        // that are told one by one
)

// problems are what is wrong with a file, each at its place.
type problems struct {
	faults []fault
	more   int // that are not told
}

// Error returns all of them.
func (p *problems) Error() string {
	var texts []string
	for _, f := range p.faults {
		texts = append(texts, f.Text)
	}
	return strings.Join(texts, "\n")
}

// add notes a problem.
func (p *problems) add(of lines.Problem) {
	if len(p.faults) == problemsMax {
		p.more++
		return
	}
	p.faults = append(p.faults, fault{Source: of.File, Line: of.Line, Column: of.Column, Message: of.Message, Text: of.Error()})
}

// rejected returns the problems, and what can be done about them.
func (p *problems) rejected(file string) error {
	if p.more > 0 {
		p.say(file, fmt.Sprintf("and %d more", p.more))
	}
	p.say(file, "mend them, or have them left out")
	return p
}

func (p *problems) say(file, message string) {
	p.faults = append(p.faults, fault{Source: file, Message: message, Text: file + ": " + message})
}

// open returns the content of an opened file, whose reading the question's Progress
// follows and may stop. A scenario may name it with its folder, which a browser does
// not know.
func (q question) open(name string) (io.Reader, error) {
	content, opened := q.files[path.Base(name)]
	if !opened {
		var names []string
		for name := range q.files {
			names = append(names, name)
		}
		slices.Sort(names)
		return nil, fmt.Errorf("the file %s is not open in this page: open it%s", name, suggest.Question(path.Base(name), names))
	}
	*q.opened = append(*q.opened, name)
	return &followed{content: bytes.NewReader(content), tell: q.tell}, nil
}

// A followed reader tells a Progress how far it is.
type followed struct {
	content *bytes.Reader
	tell    Progress
}

// Read reads on, unless the reader of the page has stopped it.
func (f *followed) Read(data []byte) (int, error) {
	if err := f.tell(f.content.Size()-int64(f.content.Len()), f.content.Size()); err != nil {
		return 0, err
	}
	return f.content.Read(data)
}

// errRows is what is said of a file with more rows than the page takes.
func errRows(name, what string) error {
	return fmt.Errorf("%s: the page takes up to %d %s of a file, and this one has more; the command line takes them all", name, int64(rowsMax), what)
}
