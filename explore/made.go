package explore

import (
	"crypto/sha256"
	"encoding/hex"
	"path"

	"ratesim/scenario"
	"ratesim/trace"
)

// made says how the question's runs come about: by the command that stands beside them
// in the page, which reads the scenario's text and the files that were opened.
func (q question) made(m *scenario.Model) trace.Made {
	made := trace.Made{Version: trace.Version, Command: q.Command, Inputs: []trace.Input{}, Scenario: m.Scenario.JSON()}
	if q.Scenario.Text != "" {
		made.Inputs = append(made.Inputs, input(q.Scenario.Name, []byte(q.Scenario.Text)))
	}
	for _, name := range *q.opened {
		made.Inputs = append(made.Inputs, input(name, q.files[path.Base(name)]))
	}
	return made
}

func input(name string, content []byte) trace.Input {
	sum := sha256.Sum256(content)
	return trace.Input{Name: name, SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(content))}
}
