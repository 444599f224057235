package wire

import "encoding/json"

// An askFormat is the form in which an answer in words is wanted.
type askFormat struct {
	Type       string          `json:"type"`
	Schema     json.RawMessage `json:"schema"`
	JSONSchema struct {
		Schema json.RawMessage `json:"schema"`
	} `json:"json_schema"`
}

// jsonMode is the schema of an answer that is to be a JSON object, whichever.
var jsonMode = json.RawMessage(`{"type":"object","properties":{"answer":{"type":"string"}},"required":["answer"]}`)

// schema returns the schema that an answer in words is to follow.
func (b *askBody) schema() json.RawMessage {
	for _, f := range []*askFormat{b.Format, b.NestedFormat.Format} {
		if f == nil || f.Type != "json_schema" && f.Type != "json_object" {
			continue
		}
		for _, schema := range []json.RawMessage{f.Schema, f.JSONSchema.Schema} {
			if len(schema) > 0 {
				return schema
			}
		}
		return jsonMode
	}
	return nil
}
