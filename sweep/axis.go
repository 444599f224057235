package sweep

import (
	"errors"
	"fmt"
	"ratesim/spec"
	"strings"
)

// An Axis is a field of a scenario and the values that it takes. It is written
// PATH=ITEMS, items with commas between them; commas inside brackets or quotes
// belong to an item. An item is a value, or a range of numbers: A..B for all whole
// numbers from A to B, A..B/STEP for every STEP-th, A..B/log for numbers spaced by
// ratio, which only a space-filling design can choose. Both ends carry the same
// unit, or none: 5s..30s. A range inside a longer value stands in braces:
// fixed(wait={5..20}s).
type Axis struct {
	Path  string
	items []item
}

// An item is a text, or a text with a range in it.
type item struct {
	text    string // whole, when there is no range
	isRange bool
	span
}

// valuesMax bounds the values of one axis of a grid.
const valuesMax = 1_000_000

// NewAxis reads the items of an axis.
func NewAxis(path, items string) (Axis, error) {
	axis := Axis{Path: path}
	if path == "" || items == "" {
		return axis, errors.New("want PATH=VALUES, such as limit.calls=20,30,40 or limit.calls=20..40")
	}
	for _, text := range spec.Split(items) {
		text = strings.TrimSpace(text)
		if text == "" {
			return axis, fmt.Errorf("%s: want values with commas between them; one of %q is empty", path, items)
		}
		one, err := parseItem(text)
		if err != nil {
			return axis, fmt.Errorf("%s: %w", path, err)
		}
		axis.items = append(axis.items, one)
	}
	if len(axis.items) > 1 {
		return axis, axis.expand()
	}
	return axis, nil
}

// ParseAxis reads PATH=ITEMS.
func ParseAxis(text string) (Axis, error) {
	path, items, _ := strings.Cut(text, "=")
	axis, err := NewAxis(path, items)
	if err != nil && (path == "" || items == "") {
		err = fmt.Errorf("%w; have %q", err, text)
	}
	return axis, err
}

// String returns the axis as ParseAxis reads it.
func (a Axis) String() string {
	var texts []string
	for _, one := range a.items {
		texts = append(texts, one.text)
	}
	return a.Path + "=" + strings.Join(texts, ",")
}

// expand puts the values of ranges in their place: in a list each value counts.
func (a *Axis) expand() error {
	var all []item
	seen := map[string]bool{}
	for _, one := range a.items {
		n, err := one.count()
		if err != nil {
			return fmt.Errorf("%s: %w", a.Path, err)
		}
		for i := range n {
			text := one.at(i)
			if seen[text] {
				return fmt.Errorf("%s: the value %s is given twice", a.Path, text)
			}
			seen[text] = true
			all = append(all, item{text: text})
		}
	}
	a.items = all
	return nil
}

// count returns how many values the axis has in a grid.
func (a Axis) count() (int64, error) {
	if len(a.items) > 1 {
		return int64(len(a.items)), nil
	}
	n, err := a.items[0].count()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", a.Path, err)
	}
	return n, nil
}

// at returns one of the values that the axis has in a grid.
func (a Axis) at(i int64) string {
	if len(a.items) > 1 {
		return a.items[i].text
	}
	return a.items[0].at(i)
}

// pick returns the value below which a share of the axis lies, in 2⁻⁶⁴.
func (a Axis) pick(share uint64) string {
	if len(a.items) > 1 {
		return a.items[part(share, uint64(len(a.items)))].text
	}
	return a.items[0].pick(share)
}

// List returns the values of an axis that is a list; nil for a range.
func (a Axis) List() []string {
	if len(a.items) == 1 && a.items[0].isRange {
		return nil
	}
	var values []string
	for _, one := range a.items {
		values = append(values, one.text)
	}
	return values
}

// Kind returns what all values of the axis are.
func (a Axis) Kind() Kind {
	kind := Integer
	for _, one := range a.items {
		kind = max(kind, one.kind())
	}
	return kind
}
