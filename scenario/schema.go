package scenario

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// A schema is a JSON Schema, draft 2020-12, as far as a scenario needs it.
type schema struct {
	Schema      string             `json:"$schema,omitempty"`
	Title       string             `json:"title,omitempty"`
	Description string             `json:"description,omitempty"`
	Type        any                `json:"type,omitempty"`
	Enum        []string           `json:"enum,omitempty"`
	Pattern     string             `json:"pattern,omitempty"`
	Minimum     *float64           `json:"minimum,omitempty"`
	Maximum     *float64           `json:"maximum,omitempty"`
	MinLength   int                `json:"minLength,omitempty"`
	Properties  map[string]*schema `json:"properties,omitempty"`
	Names       *schema            `json:"propertyNames,omitempty"`
	Others      any                `json:"additionalProperties,omitempty"`
	Items       *schema            `json:"items,omitempty"`
	AnyOf       []*schema          `json:"anyOf,omitempty"`
	Not         *schema            `json:"not,omitempty"`
	Required    []string           `json:"required,omitempty"`
	If          *schema            `json:"if,omitempty"`
	Then        *schema            `json:"then,omitempty"`
	Else        *schema            `json:"else,omitempty"`
}

// Schema returns the JSON Schema of a scenario file. A file that it accepts can
// still be refused for values that do not go together.
func Schema() []byte {
	top := object()
	top.Schema = "https://json-schema.org/draft/2020-12/schema"
	top.Title = fmt.Sprintf("ratesim scenario, version %d", Version)
	lesson, open := lessonLanguage().schema(), openLanguage().schema()
	extends := object()
	extends.Others = nil
	extends.Properties["extends"] = &schema{Not: &schema{Enum: []string{Default}}}
	extends.Required = []string{"extends"}
	top.Type, top.Properties, top.Others = nil, nil, nil
	top.If, top.Then, top.Else = extends, open, lesson
	text, err := json.MarshalIndent(top, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("scenario: the schema cannot be written: %v", err))
	}
	return append(text, '\n')
}

// schema returns the schema of the files of one language.
func (l *language) schema() *schema {
	top := object()
	for _, f := range l.fields {
		at := top
		parts := strings.Split(f.path, ".")
		for i, part := range parts[:len(parts)-1] {
			at = at.child(part, l.groupComment(strings.Join(parts[:i+1], ".")))
		}
		at.set(parts[len(parts)-1], f)
	}
	return top
}

func object() *schema {
	return &schema{Type: "object", Properties: map[string]*schema{}, Others: false}
}

// child returns the object below a name, and makes it if need be.
func (s *schema) child(name, comment string) *schema {
	if name == "*" {
		nullable, ok := s.Others.(*schema)
		if !ok {
			nullable = &schema{AnyOf: []*schema{object(), {Type: "null"}}}
			s.Others, s.Names = nullable, &schema{Pattern: `^[^.]+$`}
		}
		return nullable.AnyOf[0]
	}
	below, ok := s.Properties[name]
	if !ok {
		below = object()
		below.Description = comment
		s.Properties[name] = below
	}
	return below
}

// set puts a field below a name.
func (s *schema) set(name string, f field) {
	if name != "*" {
		s.Properties[name] = f.schema()
		return
	}
	s.Others = &schema{AnyOf: []*schema{f.schema(), {Type: "null"}}}
	s.Names = &schema{MinLength: 1}
	if f.plain {
		s.Names = &schema{Pattern: namePattern}
	}
}

// schema returns what a field takes.
func (f field) schema() *schema {
	s := &schema{Description: f.comment()}
	switch f.value(&Scenario{}, "name").(type) {
	case *int64:
		s.Type = "integer"
		s.bound(f)
	case *float64:
		s.Type = "number"
		s.bound(f)
	case *bool:
		s.Type = "boolean"
	case *time.Duration:
		s.Type, s.Pattern = "string", durationPattern
	case *Span:
		steps := &schema{Type: "integer"}
		steps.bound(f)
		s.AnyOf = []*schema{steps, {Type: "string", Pattern: durationPattern}}
	case *[]string:
		s.Type, s.Items = "array", &schema{Type: "string"}
	default:
		s.Type, s.Enum = "string", f.choices
	}
	return s
}

// durationPattern is Go's form of a duration that is not negative.
const durationPattern = `^\+?(0|([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+$`

func (s *schema) bound(f field) {
	if f.min == 0 && f.max == 0 {
		return
	}
	s.Minimum, s.Maximum = &f.min, &f.max
}
