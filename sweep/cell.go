package sweep

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// A Cell is one piece of a sweep: a point, a load, a policy and a block of seeds.
type Cell struct {
	Key    string   `json:"key"`    // see Content
	Values []string `json:"values"` // of the axes
	Load   string   `json:"load"`   // "" where there are no loads
	Policy string   `json:"policy"` // by name or as a spec
	Seeds  string   `json:"seeds"`  // such as 1..+20
}

// A Content is all that the rows of a cell depend on, but for its seeds.
type Content struct {
	Engine     int             `json:"engine"`   // the version of what a run means
	Scenario   json.RawMessage `json:"scenario"` // as resolved, with the values of the point
	Load       string          `json:"load"`
	Policy     string          `json:"policy"`
	PolicySpec string          `json:"policy_spec"`
	Inputs     json.RawMessage `json:"inputs,omitempty"` // what else was read, with its hash
}

// A ContentHash is the SHA-256 of a content, in hexadecimal digits.
type ContentHash string

// Hash returns the hash of the content.
func (c Content) Hash() ContentHash {
	text, err := json.Marshal(c)
	if err != nil {
		panic(fmt.Sprintf("sweep: the content of a cell cannot be written: %v", err))
	}
	return ContentHash(hash(text))
}

// Key names a cell of the content: the SHA-256 of the content's hash and the seeds, in
// hexadecimal digits. Equal keys mean equal rows, in whatever sweep.
func (h ContentHash) Key(seeds string) string { return hash([]byte(string(h) + " " + seeds)) }

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// cellVersion is the version of the form of a cell's file.
const cellVersion = 1

// A seal is the first line of a cell's file.
type seal struct {
	Cell   int    `json:"cell"` // cellVersion
	Key    string `json:"key"`
	SHA256 string `json:"sha256"` // of what follows
}

// Seal returns the file of a cell: a line with its key and a checksum, and its rows.
func Seal(key string, rows []byte) []byte {
	line, err := json.Marshal(seal{Cell: cellVersion, Key: key, SHA256: hash(rows)})
	if err != nil {
		panic(fmt.Sprintf("sweep: a seal cannot be written: %v", err))
	}
	return append(append(line, '\n'), rows...)
}

// Unseal returns the rows in the file of a cell. An error says that they are not
// those that were sealed under the key.
func Unseal(key string, file []byte) (rows []byte, err error) {
	line, rows, found := bytes.Cut(file, []byte("\n"))
	if !found {
		return nil, errors.New("it is cut off")
	}
	var s seal
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&s); err != nil || s.Cell != cellVersion {
		return nil, errors.New("it does not begin as a cell does")
	}
	switch {
	case s.Key != key:
		return nil, errors.New("it is another cell")
	case s.SHA256 != hash(rows):
		return nil, errors.New("its rows are not those that were written")
	}
	return rows, nil
}
