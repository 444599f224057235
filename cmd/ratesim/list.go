package main

import (
	"fmt"
	"ratesim/spec"
	"strings"

	"github.com/spf13/pflag"
)

// A list is a flag that may be repeated, and whose value may hold several items
// with commas between them. Commas inside brackets or quotes belong to an item.
type list []string

var _ pflag.Value = (*list)(nil)

// String returns the items as the flag takes them.
func (l *list) String() string { return strings.Join(*l, ",") }

// Type names the value in help.
func (l *list) Type() string { return "list" }

// Set adds the items of a value.
func (l *list) Set(value string) error {
	for _, item := range spec.Split(value) {
		item = strings.TrimSpace(item)
		if item == "" {
			return fmt.Errorf("want items with commas between them; an item of %q is empty", value)
		}
		*l = append(*l, item)
	}
	return nil
}

// repeated returns the first item that is given twice.
func repeated[T comparable](items []T) (item T, twice bool) {
	seen := make(map[T]bool, len(items))
	for _, item := range items {
		if seen[item] {
			return item, true
		}
		seen[item] = true
	}
	return item, false
}
