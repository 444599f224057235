package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/pflag"
)

// A countFlag is a whole number from 1 to a most.
type countFlag struct {
	to   *int64
	most int64
}

var _ pflag.Value = countFlag{}

// String returns the number.
func (c countFlag) String() string {
	if c.to == nil {
		return "0"
	}
	return strconv.FormatInt(*c.to, 10)
}

// Type names the value in help.
func (c countFlag) Type() string { return "count" }

// Set takes the number in.
func (c countFlag) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > c.most {
		return fmt.Errorf("want a whole number from 1 to %d; have %q", c.most, text)
	}
	*c.to = n
	return nil
}
