package governor

import "ratesim/spec"

// A Paced says which attempts a pace is about. The others it neither holds nor
// counts.
type Paced uint8

// What is paced. The zero Paced is EveryAttempt.
const (
	EveryAttempt Paced = iota
	Retries            // those that follow a failure: first attempts go out at once
)

// isAbout reports that the pace is about an attempt.
func (p Paced) isAbout(s Sending) bool { return p == EveryAttempt || s.Retry }

// ofAttempts is the argument that says which attempts a pace is about.
func ofAttempts() spec.Argument {
	return spec.Argument{Name: "of", Unit: "word", Default: "attempts",
		About: "what is paced: all attempts, or those alone that follow a failure", Choices: []string{"attempts", "retries"}}
}
