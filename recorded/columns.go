package recorded

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ratesim/suggest"
)

// A role is what a column is to a row.
type role uint8

const (
	roleAt role = iota
	roleInput
	roleCached
	roleOutput
	roleMaxOutput
	roleBlocks // ids of the blocks of the prompt, in order
	roles      // how many there are
)

// String returns the role as users write it.
func (r role) String() string {
	return [...]string{"at", "input", "cached", "output", "max_output", "hash_ids"}[r]
}

// Columns name the columns of a file in a format of your own. Of At and AtMS one is
// given; the others may be left out.
type Columns struct {
	At   string // seconds, or dates
	AtMS string // milliseconds

	Input, Cached, Output, MaxOutput string // tokens
}

// ParseColumns reads columns as a flag spells them: at=NAME,input=NAME,output=NAME,
// and at_ms, cached and max_output, in any order, each at most once. "" gives the
// zero Columns.
func ParseColumns(text string) (Columns, error) {
	var c Columns
	if text == "" {
		return c, nil
	}
	fields := map[string]*string{"at": &c.At, "at_ms": &c.AtMS, "input": &c.Input, "cached": &c.Cached, "output": &c.Output, "max_output": &c.MaxOutput}
	known := []string{"at", "at_ms", "input", "cached", "output", "max_output"}
	seen := map[string]string{}
	for part := range strings.SplitSeq(text, ",") {
		key, name, _ := strings.Cut(part, "=")
		field := fields[key]
		switch {
		case field == nil:
			return Columns{}, fmt.Errorf("columns have no %q; they have %s%s", key, strings.Join(known, ", "), suggest.Question(key, known))
		case name == "":
			return Columns{}, fmt.Errorf("%s has no name; want %[1]s=NAME", key)
		case *field != "":
			return Columns{}, fmt.Errorf("%s is given twice, as %q and %q", key, *field, name)
		case seen[name] != "":
			return Columns{}, fmt.Errorf("%s and %s are both to be column %q; want two columns", seen[name], key, name)
		}
		*field, seen[name] = name, key
	}
	if (c.At == "") == (c.AtMS == "") {
		return Columns{}, errors.New("want at=NAME, or at_ms=NAME for milliseconds, and not both")
	}
	return c, nil
}

// format returns the format of the columns. Each must be among the names.
func (c Columns) format(names []string) (Format, error) {
	f := Format{Name: "plain", unit: either}
	at := c.At
	if at == "" {
		at, f.unit = c.AtMS, milliseconds
	}
	for r, name := range map[role]string{roleAt: at, roleInput: c.Input, roleCached: c.Cached, roleOutput: c.Output, roleMaxOutput: c.MaxOutput} {
		if name != "" {
			f.columns[r] = []string{name}
		}
	}
	for r := range roles {
		for _, name := range f.columns[r] {
			if !slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) }) {
				return f, fmt.Errorf("no column is called %q, for the %s; have %s%s", name, r, quoted(names), suggest.Question(name, names))
			}
		}
	}
	return f, nil
}
