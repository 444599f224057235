package endpoint

import "ratesim/spec"

// A Contention is a record that all requests want to change, under optimistic
// concurrency control: the first call of a request reads the record's version, and
// the second one writes, which fails if another request has written since. A write
// that is tried again without reading again fails, too, so such requests repeat
// both calls.
//
// It is the model of M. Brooker, "Exponential Backoff And Jitter", AWS Architecture
// Blog, 2015 (github.com/aws-samples/aws-arch-backoff-simulator).
type Contention struct {
	Effect // of a write that comes too late

	version int64
	read    map[contender]int64 // by requests that have read and not yet written
}

// A contender is a request by its flow and number.
type contender struct {
	flow   int
	number int64
}

// Strike strikes a write whose version has been overtaken.
func (f *Contention) Strike(m *Meeting) (Effect, bool) {
	who := contender{flow: m.Flow, number: m.Number}
	switch m.Call {
	case 0:
		f.read[who] = f.version
		return Effect{}, false
	case 1:
		read, has := f.read[who]
		delete(f.read, who)
		if !has || read != f.version {
			return f.Effect, true
		}
		f.version++
	}
	return Effect{}, false
}

// Reset makes a record that nobody has read.
func (f *Contention) Reset() { f.version, f.read = 0, map[contender]int64{} }

func contentionForm() spec.Form[NamedFault] {
	return faultForm("yes", spec.Form[Fault]{Name: "contention", About: "the first call of a request reads a record that all share, and the second writes it; strikes the second one if another request has written in between",
		Arguments: []spec.Argument{argumentAs("rejected(status=409)")},
		Read:      func(r *spec.Reader) Fault { return &Contention{Effect: effect(r)} }})
}
