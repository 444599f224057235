package tune

import (
	"errors"
	"slices"

	"ratesim/spec"
)

// asTyped returns what is wrong with a policy of a space as what is wrong with the text
// that the space was read from, where the fault is in an argument which that has.
func asTyped(err error, text string) error {
	typed, errParse := spec.Parse(text)
	if err == nil || errParse != nil {
		return err
	}
	var faults []error
	for _, fault := range parts(err) {
		faults = append(faults, inTyped(fault, typed, text))
	}
	return errors.Join(faults...)
}

// parts returns the errors of which one is made up.
func parts(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, part := range joined.Unwrap() {
		all = append(all, parts(part)...)
	}
	return all
}

// inTyped returns one fault at its place in the text.
func inTyped(err error, typed spec.Spec, text string) error {
	fault, ok := err.(*spec.Error)
	if !ok {
		return err
	}
	tried, errParse := spec.Parse(fault.Text)
	if errParse != nil {
		return err
	}
	at := -1
	for i, arg := range tried.Args {
		if arg.At <= fault.At {
			at = i
		}
	}
	if at < 0 {
		return &spec.Error{Text: text, At: typed.At, Message: fault.Message}
	}
	in := slices.IndexFunc(typed.Args, func(arg spec.Arg) bool { return arg.Key == tried.Args[at].Key })
	if in < 0 {
		return err
	}
	place := typed.Args[in].At + fault.At - tried.Args[at].At
	return &spec.Error{Text: text, At: min(place, len(text)-1), Message: fault.Message}
}
