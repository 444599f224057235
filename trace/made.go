package trace

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// A Made says how the runs that follow it came about, up to the next one of its kind or
// the end of the trace. A trace need not have any: one of real calls has none.
type Made struct {
	Version int `json:"version"` // of the file format; Version when written

	// Command is the arguments that make the runs, from "run" on, without the program's
	// name and whatever does not change what happens in them, as where they are written to.
	Command []string `json:"command"`

	Inputs   []Input         `json:"inputs"`             // files that were read
	Scenario json.RawMessage `json:"scenario,omitempty"` // all values, an object; left out when it is too large for a line
}

// An Input is a file that was read.
type Input struct {
	Name   string `json:"name"`   // as it was given, never empty; "-" is standard input
	SHA256 string `json:"sha256"` // of its bytes, in 64 hex digits
	Bytes  int64  `json:"bytes"`  // at least 0
}

// A Maker is a Sink that is told how runs came about, too.
type Maker interface {
	Made(Made) error
}

// An Opener is a Sink that is told that a trace begins, too: what one says of how its runs
// came about is not true of the next one's.
type Opener interface {
	Open() error
}

// Made writes how the runs that follow came about.
func (w *Writer) Made(m Made) error {
	if len(m.Scenario) > scenarioMax {
		m.Scenario = nil
	}
	return w.encoder.Encode(madeLine{KindMade, m})
}

// scenarioMax bounds a scenario in a trace, in bytes, so that its line can be read.
const scenarioMax = lineMax / 4

// Made tells those of the sinks that are Makers.
func (t Tee) Made(m Made) error { return t.each(func(s Sink) error { return tellMade(s, m) }) }

// tellMade tells a sink how runs came about, if it is a Maker.
func tellMade(s Sink, m Made) error {
	if maker, is := s.(Maker); is {
		return maker.Made(m)
	}
	return nil
}

// Open tells those of the sinks that are Openers.
func (t Tee) Open() error { return t.each(tellOpen) }

// tellOpen tells a sink that a trace begins, if it is an Opener.
func tellOpen(s Sink) error {
	if opener, is := s.(Opener); is {
		return opener.Open()
	}
	return nil
}

// decodeMade reads a made record with its inputs. Its version comes first: a newer one
// may have other fields.
func decodeMade(line []byte, m *Made) error {
	if err := checkVersion(line); err != nil {
		return err
	}
	if err := decode(line, KindMade, m); err != nil {
		return err
	}
	var lists struct {
		Inputs []json.RawMessage `json:"inputs"`
	}
	if err := json.Unmarshal(line, &lists); err != nil {
		return err
	}
	for _, input := range lists.Inputs {
		if err := checkPart(input, partInput); err != nil {
			return err
		}
	}
	return m.check()
}

// check says what is wrong with the values of a made record.
func (m *Made) check() error {
	if len(m.Command) == 0 || m.Command[0] != commandRun {
		return fmt.Errorf("command: want the arguments of ratesim that make the runs, the first of them %q; have %s", commandRun, begun(m.Command))
	}
	for _, in := range m.Inputs {
		switch sum, err := hex.DecodeString(in.SHA256); {
		case in.Name == "":
			return errors.New("inputs: want the name of each; one has none")
		case err != nil || len(sum) != sha256.Size:
			return fmt.Errorf("inputs: %q: want a sha256 of %d hex digits; have %q", in.Name, hex.EncodedLen(sha256.Size), in.SHA256)
		case in.Bytes < 0:
			return fmt.Errorf("inputs: %q: want bytes of at least 0; have %d", in.Name, in.Bytes)
		}
	}
	if m.Scenario != nil && m.Scenario[0] != '{' {
		return fmt.Errorf("scenario: want an object; have %s", first(append(m.Scenario, ' ')))
	}
	return nil
}

// commandRun is the command that writes traces.
const commandRun = "run"

// begun returns the first of some arguments, for messages.
func begun(command []string) string {
	if len(command) == 0 {
		return "none"
	}
	return strconv.Quote(command[0])
}
