package main

import (
	"fmt"
	"time"

	"ratesim/spec"
)

// A binFlag is the length of a histogram's bins; 0 for no histogram.
type binFlag time.Duration

// Set reads a duration of more than 0.
func (b *binFlag) Set(text string) error {
	d, message := spec.ParseDuration(text, 0)
	if message == "" && d == 0 {
		message = "want a duration of more than 0; have " + text
	}
	if message != "" {
		return fmt.Errorf("%s", message)
	}
	*b = binFlag(d)
	return nil
}

// String returns the duration, "" for none.
func (b *binFlag) String() string {
	if *b == 0 {
		return ""
	}
	return time.Duration(*b).String()
}

// Type names what the flag takes, for help.
func (*binFlag) Type() string { return "time" }
