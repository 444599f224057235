package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// An Ask is what the body of a request asks for.
type Ask struct {
	Model     string
	Texts     []string // of the prompt, in their order
	MaxOutput int64    // tokens; 0 if it does not say
	Stream    bool
	Usage     bool // a stream of Chat ends with the usage

	Tool   *Tool           // the tool that the answer is to call; nil for an answer in words
	Schema json.RawMessage // that an answer in words is to follow; nil for any

	Echo map[string]json.RawMessage // what an answer of Responses repeats

	Tokens     int  // of Embeddings whose inputs are lists of tokens
	Inputs     int  // of Embeddings
	Dimensions int  // of Embeddings
	Base64     bool // Embeddings are wanted in base64
}

// A Tool is what a model may call.
type Tool struct {
	Name   string
	Schema json.RawMessage // of its arguments; nil for none
	Free   bool            // its input is any text, not arguments in JSON
	Named  bool            // the request wants this one and no other
}

// Form returns whether the answer, or the arguments of its call, are JSON, and of what
// schema; nil is any.
func (a *Ask) Form() (schema json.RawMessage, isJSON bool) {
	if a.Tool != nil {
		return a.Tool.Schema, !a.Tool.Free
	}
	return a.Schema, a.Schema != nil
}

// A Mistake is what is wrong with the body of a request.
type Mistake struct {
	Param   string // the field; "" for the body as a whole
	Message string
}

func (m *Mistake) Error() string {
	if m.Param == "" {
		return m.Message
	}
	return m.Param + ": " + m.Message
}

// ReadAsk reads the body of a request. Fields that its operation does not have are passed
// over. The error is a *Mistake; the model that is asked for is then told all the same,
// unless it has too long a name.
func ReadAsk(r Route, body []byte) (Ask, error) {
	var b askBody
	members, mistake := b.read(r.API, body)
	a := Ask{Model: b.Model, Stream: b.Stream && r.API.Streams(), Usage: b.StreamOptions.IncludeUsage}
	if r.Model != "" {
		a.Model = r.Model
	}
	if n := len(a.Model); n > directionMax {
		a.Model = "" // nobody is to keep it
		return a, &Mistake{"model", fmt.Sprintf("want at most %d bytes; have %d", directionMax, n)}
	}
	if mistake != nil {
		return a, mistake
	}
	if a.Model == "" {
		return a, &Mistake{"model", "want the name of a model"}
	}
	for _, step := range []func() error{
		func() error { return b.bound(r.API, &a) },
		b.checkKept,
		func() error { return b.checkRoles(r.API) },
		func() error { return b.prompt(r.API, &a) },
	} {
		if err := step(); err != nil {
			return a, err
		}
	}
	if r.API == Embeddings {
		return a, b.embeddings(&a)
	}
	if r.API == Responses {
		a.Echo = echoOf(members)
	}
	var err error
	a.Tool, err = b.tool(r.API)
	a.Schema = b.schema()
	return a, err
}

// bound reads how many tokens the answer may have.
func (b *askBody) bound(api API, a *Ask) error {
	for _, f := range []struct {
		name  string
		value *int64
		least int64
	}{{"max_tokens", b.MaxTokens, 1}, {"max_completion_tokens", b.MaxCompletionTokens, 1}, {"max_output_tokens", b.MaxOutputTokens, 1}} {
		if f.value == nil {
			continue
		}
		if *f.value < f.least || *f.value > sizeMax {
			return &Mistake{f.name, fmt.Sprintf("want from %d to %d tokens; have %d", f.least, int64(sizeMax), *f.value)}
		}
		a.MaxOutput = *f.value
	}
	if api == Messages && b.MaxTokens == nil {
		return &Mistake{"max_tokens", "want the most tokens that the answer may have, which this API must be told"}
	}
	if b.N != nil && *b.N != 1 {
		return &Mistake{"n", fmt.Sprintf("want 1, for this endpoint gives one answer a request; have %d", *b.N)}
	}
	return nil
}

// prompt reads the texts of the prompt.
func (b *askBody) prompt(api API, a *Ask) error {
	switch api {
	case Chat, Messages, CountTokens:
		if len(b.Messages) == 0 {
			return &Mistake{"messages", "want a list of at least one message"}
		}
		a.Texts = texts(b.System, a.Texts)
		for _, m := range b.Messages {
			a.Texts = texts(m.Content, a.Texts)
		}
		return nil
	}
	if len(b.Input) == 0 || string(b.Input) == "null" {
		return &Mistake{"input", "want a text or a list"}
	}
	a.Texts = texts(b.Input, texts(b.Instructions, a.Texts))
	return nil
}

// texts adds all texts of a content to a list: the content itself, or what stands
// under "text", "content", "output" or "arguments" in its parts.
func texts(content json.RawMessage, into []string) []string {
	if len(content) == 0 {
		return into
	}
	var text string
	if content[0] == '"' && json.Unmarshal(content, &text) == nil {
		return append(into, text)
	}
	var value any
	if json.Unmarshal(content, &value) != nil {
		return into
	}
	return textsOf(value, into)
}

func textsOf(value any, into []string) []string {
	switch v := value.(type) {
	case string:
		return append(into, v)
	case []any:
		for _, part := range v {
			into = textsOf(part, into)
		}
	case map[string]any:
		for _, name := range []string{"text", "content", "output", "arguments"} {
			into = textsOf(v[name], into)
		}
	}
	return into
}

// embeddingsMax bounds how many inputs and numbers a request may ask for: "Create
// embeddings", platform.openai.com.
const (
	embeddingInputs     = 2048
	embeddingDimensions = 3072
	dimensionsUsual     = 256 // fewer than any real model's, for short answers
)

// embeddings reads what an answer of Embeddings is to be like.
func (b *askBody) embeddings(a *Ask) error {
	var list []json.RawMessage
	a.Inputs, a.Dimensions, a.Base64 = 1, dimensionsUsual, b.EncodingFormat == "base64"
	if b.Dimensions != nil {
		a.Dimensions = *b.Dimensions
	}
	if json.Unmarshal(b.Input, &list) == nil {
		a.Inputs = len(list)
		if len(list) > 0 && list[0][0] != '"' {
			a.Tokens = bytes.Count(b.Input, []byte(",")) + 1
		}
		if len(list) > 0 && list[0][0] != '"' && list[0][0] != '[' {
			a.Inputs = 1 // the input is one list of tokens
		}
	}
	switch {
	case a.Inputs == 0 || a.Inputs > embeddingInputs:
		return &Mistake{"input", fmt.Sprintf("want from 1 to %d inputs; have %d", embeddingInputs, a.Inputs)}
	case hasEmpty(b.Input, list):
		return &Mistake{"input", "want texts that are not empty"}
	case a.Dimensions < 1 || a.Dimensions > embeddingDimensions:
		return &Mistake{"dimensions", fmt.Sprintf("want from 1 to %d; have %d", embeddingDimensions, a.Dimensions)}
	case b.EncodingFormat != "" && b.EncodingFormat != "float" && b.EncodingFormat != "base64":
		return &Mistake{"encoding_format", fmt.Sprintf("want float or base64; have %q", b.EncodingFormat)}
	}
	return nil
}

// hasEmpty reports that an input, or one of several, is an empty text or list.
func hasEmpty(input json.RawMessage, list []json.RawMessage) bool {
	isEmpty := func(text json.RawMessage) bool {
		var inner []json.RawMessage
		return string(text) == `""` || json.Unmarshal(text, &inner) == nil && len(inner) == 0
	}
	return string(input) == `""` || slices.ContainsFunc(list, isEmpty)
}
