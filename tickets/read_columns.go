package tickets

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Columns name the columns of a CSV file, or the fields of JSON objects, that
// hold a ticket. A name left "" is looked for under the common names, whatever
// their case:
//
//	ID:    id, no, number, ticket, ticket_id, ticketid, key
//	Text:  text, body, message, content, description
//	Topic: topic, label, category, class, intent
//
// The first name of each row wins over the others; two of the others at once
// are a Problem. In JSON Lines the first object that has one decides for the
// whole file. A file need not have topics unless Topic is given.
type Columns struct{ ID, Text, Topic string }

// ParseColumns reads columns as a flag spells them: id=NAME,text=NAME,topic=NAME
// in any order, each at most once. "" gives the zero Columns.
func ParseColumns(spec string) (Columns, error) {
	var c Columns
	if spec == "" {
		return c, nil
	}
	fields := map[string]*string{"id": &c.ID, "text": &c.Text, "topic": &c.Topic}
	for part := range strings.SplitSeq(spec, ",") {
		key, name, _ := strings.Cut(part, "=")
		field, known := fields[key]
		switch {
		case !known:
			return Columns{}, fmt.Errorf("columns have no %q; want id=NAME, text=NAME or topic=NAME", key)
		case name == "":
			return Columns{}, fmt.Errorf("%s has no name; want %[1]s=NAME", key)
		case *field != "":
			return Columns{}, fmt.Errorf("%s is given twice, as %q and %q", key, *field, name)
		}
		*field = name
	}
	return c, c.check()
}

// check returns an error if one column is to be two things.
func (c Columns) check() error {
	for a := range roles {
		for b := range a {
			if c.given(a) != "" && c.given(a) == c.given(b) {
				return fmt.Errorf("%s and %s are both to be column %q; want two columns", b, a, c.given(a))
			}
		}
	}
	return nil
}

// A role is what a column is to a ticket.
type role int

const (
	roleID role = iota
	roleText
	roleTopic
	roles // how many there are
)

func (r role) String() string {
	return r.commonNames()[0]
}

func (r role) commonNames() []string {
	switch r {
	case roleID:
		return []string{"id", "no", "number", "ticket", "ticket_id", "ticketid", "key"}
	case roleText:
		return []string{"text", "body", "message", "content", "description"}
	default:
		return []string{"topic", "label", "category", "class", "intent"}
	}
}

func (c Columns) given(r role) string {
	return [roles]string{c.ID, c.Text, c.Topic}[r]
}

// roleOf returns the role that a column of this name may have.
func (c Columns) roleOf(name string) (r role, wanted bool) {
	for r := range roles {
		if c.given(r) == name && name != "" {
			return r, true
		}
	}
	for r := range roles {
		if c.fit(r, name) > 0 {
			return r, true
		}
	}
	return 0, false
}

// fit returns how well a name suits a role, from 0 for not at all to 3.
func (c Columns) fit(r role, name string) int {
	if c.given(r) != "" {
		if c.given(r) == name {
			return 3
		}
		return 0
	}
	common := r.commonNames()
	switch i := slices.IndexFunc(common, func(n string) bool { return strings.EqualFold(n, name) }); {
	case i < 0:
		return 0
	case i > 0:
		return 1
	case name == common[0]:
		return 3
	}
	return 2
}

// choose returns which of the names has the role.
func (c Columns) choose(r role, names []string) (index int, found bool, err error) {
	best, second := 0, 0
	for i, name := range names {
		if got, wanted := c.roleOf(name); !wanted || got != r {
			continue
		}
		switch fit := c.fit(r, name); {
		case fit > best:
			index, best, second = i, fit, i
		case fit == best:
			second = i
		}
	}
	if best == 0 || index == second {
		return index, best > 0, nil
	}
	if names[index] == names[second] {
		return 0, false, fmt.Errorf("two columns are called %q; want each name once", names[index])
	}
	return 0, false, fmt.Errorf("%q and %q may both be the %s; say which with --columns %[3]s=NAME", names[index], names[second], r)
}

// missingColumn says that none of the names has the role, which is for the one
// called name, or "" for one with a common name.
func missingColumn(r role, name string, names []string) string {
	wanted := []string{name}
	text := fmt.Sprintf("no column is called %q, for the %s", name, r)
	if name == "" {
		wanted = r.commonNames()
		text = fmt.Sprintf("no column for the %s; want one called %s, or --columns %[1]s=NAME", r, strings.Join(wanted, ", "))
	}
	if len(names) > 0 {
		text += "; have " + quoteSome(names)
	}
	if near, found := spellings(wanted).nearest(names); found {
		text += fmt.Sprintf("; is it %q?", near)
	}
	return text
}

// quoteSome lists the first few of the names.
func quoteSome(names []string) string {
	const shown = 8
	quoted := make([]string, min(shown, len(names)))
	for i := range quoted {
		quoted[i] = strconv.Quote(names[i])
	}
	if more := len(names) - shown; more > 0 {
		quoted = append(quoted, fmt.Sprintf("%d more", more))
	}
	return strings.Join(quoted, ", ")
}

// spellings are names that somebody may have meant.
type spellings []string

// nearest returns the one of names that is most like one of the spellings: at
// most two typing mistakes away, and by no more than half of its letters.
func (s spellings) nearest(names []string) (nearest string, found bool) {
	least := 3
	for _, meant := range s {
		for _, name := range names {
			if len(name) > 2*len(meant) {
				continue
			}
			mistakes := spelling(strings.ToLower(meant)).distance(strings.ToLower(name))
			if mistakes < least && 2*mistakes <= len(meant) {
				nearest, found, least = name, true, mistakes
			}
		}
	}
	return nearest, found
}

type spelling string

// distance returns how many bytes must be put in, left out or changed to turn
// the spelling into the name (V. Levenshtein, 1965).
func (s spelling) distance(name string) int {
	row := make([]int, len(name)+1) // distances from s[:i] to each name[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(s) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(name) {
			change := diagonal
			if s[i] != name[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, diagonal+1, row[j]+1)
		}
	}
	return row[len(name)]
}
