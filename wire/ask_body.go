package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// askBody has the fields of all operations.
type askBody struct {
	Model         string
	Messages      []askMessage
	Input         json.RawMessage
	Instructions  json.RawMessage
	System        json.RawMessage
	Stream        bool
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	}
	N *int64

	MaxTokens           *int64
	MaxCompletionTokens *int64
	MaxOutputTokens     *int64

	Tools        []askTool
	ToolChoice   json.RawMessage
	Format       *askFormat // of Chat, or of the beta of Messages
	NestedFormat struct {
		Format *askFormat `json:"format"`
	}

	Previous     json.RawMessage
	Conversation json.RawMessage
	Background   bool

	Dimensions     *int
	EncodingFormat string
}

// An askMessage is one turn of a conversation.
type askMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

// fields returns where the members go that an operation has: "Create chat completion",
// "Create a model response" and "Create embeddings", platform.openai.com; "Create a
// Message", "Count Message tokens" and "Structured outputs", platform.claude.com.
func (b *askBody) fields(api API) map[string]any {
	switch api {
	case Chat:
		return map[string]any{
			"model": &b.Model, "messages": &b.Messages, "stream": &b.Stream, "stream_options": &b.StreamOptions, "n": &b.N,
			"max_tokens": &b.MaxTokens, "max_completion_tokens": &b.MaxCompletionTokens,
			"tools": &b.Tools, "tool_choice": &b.ToolChoice, "response_format": &b.Format,
		}
	case Responses:
		return map[string]any{
			"model": &b.Model, "input": &b.Input, "instructions": &b.Instructions, "stream": &b.Stream, "max_output_tokens": &b.MaxOutputTokens,
			"tools": &b.Tools, "tool_choice": &b.ToolChoice, "text": &b.NestedFormat,
			"previous_response_id": &b.Previous, "conversation": &b.Conversation, "background": &b.Background,
		}
	case Messages:
		return map[string]any{
			"model": &b.Model, "messages": &b.Messages, "system": &b.System, "stream": &b.Stream, "max_tokens": &b.MaxTokens,
			"tools": &b.Tools, "tool_choice": &b.ToolChoice, "output_config": &b.NestedFormat, "output_format": &b.Format,
		}
	case CountTokens:
		return map[string]any{
			"model": &b.Model, "messages": &b.Messages, "system": &b.System, "tools": &b.Tools, "tool_choice": &b.ToolChoice,
		}
	}
	return map[string]any{"model": &b.Model, "input": &b.Input, "dimensions": &b.Dimensions, "encoding_format": &b.EncodingFormat}
}

// read reads the members that the operation has, and returns all. The error is the first
// mistake; what has none is read all the same.
func (b *askBody) read(api API, body []byte) ([]member, error) {
	if err := decode(body, 0, &map[string]json.RawMessage{}); err != nil {
		return nil, err
	}
	members, first := membersOf(body)
	fields := b.fields(api)
	for _, m := range members {
		into, has := fields[m.name]
		if !has {
			continue
		}
		if err := m.read(into); err != nil && first == nil {
			first = err
		}
	}
	return members, first
}

// read reads the value of a member.
func (m member) read(into any) error {
	var mistake *Mistake
	err := decode(m.value, m.at, into)
	if errors.As(err, &mistake) {
		mistake.Param = strings.TrimSuffix(m.name+"."+mistake.Param, ".")
	}
	return err
}

// decode reads JSON that begins at a byte of the body, and says where it breaks off or
// does not fit.
func decode(text []byte, begin int64, into any) error {
	if json.Unmarshal(text, into) == nil {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(text)) // which says where
	err := d.Decode(into)
	if err == nil {
		if _, err := d.Token(); err != io.EOF {
			return &Mistake{Message: fmt.Sprintf("want one JSON object; have more behind it, at byte %d", begin+d.InputOffset()+1)}
		}
		return nil
	}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return &Mistake{Message: fmt.Sprintf("want a JSON object; it cannot be read at byte %d", begin+syntax.Offset)}
	case errors.As(err, &kind):
		return &Mistake{Param: kind.Field, Message: fmt.Sprintf("want %s; have %s at byte %d", jsonKind(kind.Type.Kind().String()), kind.Value, begin+kind.Offset)}
	}
	return &Mistake{Message: "want a JSON object; the body ends before it does"}
}

// jsonKind returns what JSON calls a kind of Go's.
func jsonKind(kind string) string {
	switch {
	case kind == "slice":
		return "a list"
	case kind == "struct" || kind == "map" || kind == "ptr":
		return "an object"
	case kind == "bool":
		return "true or false"
	case strings.HasPrefix(kind, "int"):
		return "a whole number"
	}
	return "a " + kind
}
