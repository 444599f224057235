package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A onceFlag is a flag of one value. Given again it takes none, lest the last one win
// in silence.
type onceFlag struct {
	pflag.Value
	given bool
	text  string // as it was given
}

// Set takes the value in, the first time.
func (f *onceFlag) Set(text string) error {
	if f.given {
		return twiceError{what: f.Type(), first: f.text, second: text}
	}
	if err := f.Value.Set(text); err != nil {
		return err
	}
	f.given, f.text = true, text
	return nil
}

// A twiceError is that of a flag of one value that is given two.
type twiceError struct{ what, first, second string }

// Error names both.
func (e twiceError) Error() string {
	if e.what == "file" {
		return fmt.Sprintf("want one file; have %s and %s", e.first, e.second)
	}
	return fmt.Sprintf("want one value; have %s and %s", e.first, e.second)
}

// givenOnce has each flag of a command and of those below it refuse a second value,
// unless it may be repeated.
func givenOnce(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if mayRepeat(f.Value) {
			return
		}
		if f.DefValue == "0s" {
			f.DefValue = "0" // which help leaves out whatever the type is
		}
		f.Value = &onceFlag{Value: f.Value}
	})
	for _, c := range cmd.Commands() {
		givenOnce(c)
	}
}

// mayRepeat reports whether a flag takes more than one value.
func mayRepeat(v pflag.Value) bool {
	switch v := v.(type) {
	case pflag.SliceValue, *list, *severalFlag:
		return true
	case *patientValue:
		return mayRepeat(v.Value)
	}
	return false
}
