package endpoint

import "ratesim/spec"

// An Ending is how an output that breaks off ends on the wire. Limits and charges know
// no difference, and a simulated client notices each at once, but for a stall: that it
// takes for a slow answer until it hangs up.
type Ending uint8

// The endings. The zero Ending is EndsCut.
const (
	EndsCut       Ending = iota // the connection is lost
	EndsClean                   // as if all had come, but without the mark of the end
	EndsError                   // a stream says that something went wrong
	EndsStall                   // nothing more comes, and the connection stays open
	EndsMalformed               // what comes next cannot be read
)

// endings are the words for the endings.
var endings = [...]string{EndsCut: "cut", EndsClean: "clean", EndsError: "error", EndsStall: "stall", EndsMalformed: "malformed"}

// String returns the word that specs have for the ending.
func (e Ending) String() string { return endings[e] }

func argumentEnds() spec.Argument {
	return spec.Argument{Name: "ends", Unit: "word", Default: "cut", Choices: endings[:],
		About: "how that looks over HTTP: the connection is lost (`cut`), a stream lacks its last event (`clean`), says that something broke (`error`) or cannot be read (`malformed`), or the answer goes silent (`stall`), which a client takes for slow until it hangs up"}
}

func ending(r *spec.Reader) Ending { return Ending(r.Choice("ends")) }
