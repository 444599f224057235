package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// The parts of a run record that are objects themselves.
const (
	partFlow   = "flow"
	partLimit  = "limit"
	partRule   = "rule"
	partSource = "source"
	partInput  = "input" // of a made record
)

// A recordField is one field that a record or part must have.
type recordField struct {
	name     string
	nullable bool
	optional bool // left out when it is 0 or empty
}

// recordFields returns the fields of each kind of record and part. The table is
// made once.
var recordFields = sync.OnceValue(func() map[string][]recordField {
	return map[string][]recordField{
		KindMade:     fieldsOf(reflect.TypeFor[Made](), "kind"),
		KindRun:      fieldsOf(reflect.TypeFor[Run](), "kind"),
		KindRequest:  fieldsOf(reflect.TypeFor[Request](), "kind"),
		KindAttempt:  fieldsOf(reflect.TypeFor[Attempt](), "kind"),
		KindDecision: fieldsOf(reflect.TypeFor[Decision](), "kind"),
		KindEnd:      fieldsOf(reflect.TypeFor[End](), "kind"),
		partFlow:     fieldsOf(reflect.TypeFor[Flow]()),
		partLimit:    fieldsOf(reflect.TypeFor[Limit]()),
		partRule:     fieldsOf(reflect.TypeFor[Rule]()),
		partSource:   fieldsOf(reflect.TypeFor[Source]()),
		partInput:    fieldsOf(reflect.TypeFor[Input]()),
	}
})

// fieldsOf returns some fields and those of a type.
func fieldsOf(record reflect.Type, more ...string) []recordField {
	var fields []recordField
	for _, name := range more {
		fields = append(fields, recordField{name: name})
	}
	for f := range record.Fields() {
		kind := f.Type.Kind()
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		fields = append(fields, recordField{
			name:     name,
			nullable: option == "" && (kind == reflect.Pointer || kind == reflect.Slice),
			optional: option != "",
		})
	}
	return fields
}

// kindOf returns the kind of the record on a line.
func kindOf(line []byte) (string, error) {
	if !json.Valid(line) {
		return "", notJSON(line)
	}
	if bytes.TrimSpace(line)[0] != '{' {
		return "", fmt.Errorf(`want a record such as {"kind":"run", …}; have another JSON value`)
	}
	for m := range members(line) {
		if string(m.key) != "kind" {
			continue
		}
		for _, kind := range []string{KindMade, KindRun, KindRequest, KindAttempt, KindDecision, KindEnd} {
			if bytes.HasPrefix(m.value, []byte(`"`+kind+`"`)) {
				return kind, nil
			}
		}
		return "", &offsetError{m.offset, fmt.Sprintf("want kind made, run, request, attempt, decision or end; have %s", first(m.value))}
	}
	return "", errors.New(`want a record with "kind", one of made, run, request, attempt, decision, end`)
}

// notJSON says where a line stops to be JSON.
func notJSON(line []byte) error {
	var value json.RawMessage
	err := json.NewDecoder(bytes.NewReader(line)).Decode(&value)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return &offsetError{len(line), "the line ends within a record: it was cut off"}
	}
	var syntax *json.SyntaxError
	if errors.As(json.Unmarshal(line, &value), &syntax) {
		return &offsetError{int(syntax.Offset) - 1, "not JSON: " + syntax.Error()}
	}
	return fmt.Errorf("not JSON: %w", err)
}

// find returns how many bytes come before a field of a record.
func find(line []byte, name string) (offset int, ok bool) {
	for m := range members(line) {
		if string(m.key) == name {
			return m.offset, true
		}
	}
	return 0, false
}

// checkPart checks the fields of an object within a record.
func checkPart(object []byte, kind string) error {
	var in *offsetError
	if err := checkFields(object, kind); errors.As(err, &in) {
		return errors.New(in.message) // the offset is not one of the line
	} else if err != nil {
		return err
	}
	return nil
}

// checkFields checks that an object, which is valid JSON, has each field of its
// kind once and no other.
func checkFields(object []byte, kind string) error {
	fields := recordFields()[kind]
	seen := uint64(0)
	for m := range members(object) {
		i := slices.IndexFunc(fields, func(f recordField) bool { return f.name == string(m.key) })
		switch {
		case i < 0:
			return &offsetError{m.offset, fmt.Sprintf("%q is no field of %s", m.key, withArticle(kind))}
		case seen&(1<<i) != 0:
			return &offsetError{m.offset, fmt.Sprintf("%q is given twice", m.key)}
		case m.value[0] == 'n' && !fields[i].nullable:
			return &offsetError{m.offset, fmt.Sprintf("%q wants a value; have null", m.key)}
		}
		seen |= 1 << i
	}
	var missing []string
	for i, f := range fields {
		if seen&(1<<i) == 0 && !f.optional {
			missing = append(missing, f.name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%s has no %s", withArticle(kind), strings.Join(missing, ", no "))
	}
	return nil
}

func withArticle(kind string) string {
	switch kind {
	case partFlow, partLimit, partRule, partSource:
		return "a " + kind + " of a run record"
	case partInput:
		return "an input of a made record"
	case KindAttempt, KindEnd:
		return "an " + kind + " record"
	}
	return "a " + kind + " record"
}

// A member is one key of a JSON object.
type member struct {
	key    []byte // as written between its quotes
	value  []byte // from its first byte to the end of the object
	offset int    // bytes before the key
}

// members yields the members of an object, which must be valid JSON.
func members(object []byte) iter.Seq[member] {
	return func(yield func(member) bool) {
		depth := 0
		var m member
		for i := 0; i < len(object); i++ {
			switch object[i] {
			case '{', '[':
				depth++
			case '}', ']':
				depth--
			case '"':
				end := closing(object, i)
				if depth == 1 {
					m = member{key: object[i+1 : end], offset: i}
				}
				i = end
			case ':':
				if depth != 1 {
					continue
				}
				m.value = bytes.TrimLeft(object[i+1:], " \t\r\n")
				if !yield(m) {
					return
				}
			}
		}
	}
}

// first returns the JSON value at the beginning of a text, in few characters.
func first(text []byte) string {
	switch text[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		text = text[:closing(text, 0)+1]
	default:
		text = text[:bytes.IndexAny(text, ",} \t\r")]
	}
	if short := []rune(string(text)); len(short) > 40 {
		return string(short[:40]) + "…"
	}
	return string(text)
}

// closing returns the index of the quote that ends the text begun at start.
func closing(object []byte, start int) int {
	end := start + 1
	for object[end] != '"' {
		if object[end] == '\\' {
			end++
		}
		end++
	}
	return end
}
