package wire

import (
	"encoding/json"
	"slices"
	"strconv"
)

// encode writes JSON. What is given to it can be written. It writes what json.Marshal
// does; what bodies mostly consist of it writes by itself, for a stream has an event for
// each token.
func encode(value any) []byte { return appendJSON(make([]byte, 0, 512), value) }

// appendJSON appends the JSON of a value.
func appendJSON(to []byte, value any) []byte {
	switch v := value.(type) {
	case nil:
		return append(to, "null"...)
	case string:
		return appendText(to, v)
	case bool:
		return strconv.AppendBool(to, v)
	case int:
		return strconv.AppendInt(to, int64(v), 10)
	case int64:
		return strconv.AppendInt(to, v, 10)
	case object:
		return appendObject(to, v)
	case []object:
		if v == nil {
			return append(to, "null"...)
		}
		to = append(to, '[')
		for i, one := range v {
			if i > 0 {
				to = append(to, ',')
			}
			to = appendObject(to, one)
		}
		return append(to, ']')
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic("wire: a body cannot be written: " + err.Error())
	}
	return append(to, text...)
}

// appendObject appends an object, its members in alphabetical order.
func appendObject(to []byte, o object) []byte {
	if o == nil {
		return append(to, "null"...)
	}
	names := make([]string, 0, 16)
	for name := range o {
		names = append(names, name)
	}
	slices.Sort(names)
	to = append(to, '{')
	for i, name := range names {
		if i > 0 {
			to = append(to, ',')
		}
		to = append(appendText(to, name), ':')
		to = appendJSON(to, o[name])
	}
	return append(to, '}')
}

// appendText appends a string.
func appendText(to []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ', c > '~', c == '"', c == '\\', c == '<', c == '>', c == '&':
			quoted, err := json.Marshal(text)
			if err != nil {
				panic("wire: a text cannot be written: " + err.Error())
			}
			return append(to, quoted...)
		}
	}
	return append(append(append(to, '"'), text...), '"')
}
