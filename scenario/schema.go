package scenario

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A schema is a JSON Schema, draft 2020-12, as far as a scenario needs it.
type schema struct {
	Schema      string             `json:"$schema,omitempty"`
	Ref         string             `json:"$ref,omitempty"`
	Named       map[string]*schema `json:"$defs,omitempty"`
	Title       string             `json:"title,omitempty"`
	Description string             `json:"description,omitempty"`
	Type        any                `json:"type,omitempty"`
	Enum        []string           `json:"enum,omitempty"`
	Pattern     string             `json:"pattern,omitempty"`
	Minimum     json.Number        `json:"minimum,omitempty"`
	Maximum     json.Number        `json:"maximum,omitempty"`
	MinLength   int                `json:"minLength,omitempty"`
	Properties  map[string]*schema `json:"properties,omitempty"`
	Names       *schema            `json:"propertyNames,omitempty"`
	Others      any                `json:"additionalProperties,omitempty"`
	Items       *schema            `json:"items,omitempty"`
	MinItems    int                `json:"minItems,omitempty"`
	MaxItems    int                `json:"maxItems,omitempty"`
	Unique      bool               `json:"uniqueItems,omitempty"`
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
	open.If, open.Then = stepsWithLength()
	extends := object()
	extends.Others = nil
	extends.Properties["extends"] = &schema{Not: &schema{Enum: []string{Default}}}
	extends.Required = []string{"extends"}
	top.Type, top.Properties, top.Others = nil, nil, nil
	top.If, top.Then, top.Else = extends, open, lesson
	top.Named = map[string]*schema{"name": nameSchema(), "model": modelSchema()}
	text, err := json.MarshalIndent(top, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("scenario: the schema cannot be written: %v", err))
	}
	return append(text, '\n')
}

// stepsWithLength returns what says of an open scenario that a horizon in steps wants a
// step with a length: no built-in one has any.
func stepsWithLength() (inSteps, then *schema) {
	inSteps = &schema{Properties: map[string]*schema{"horizon": {Type: "integer"}}, Required: []string{"horizon"}}
	then = &schema{Properties: map[string]*schema{"step": {Not: &schema{Pattern: zeroPattern}}}, Required: []string{"step"}}
	return inSteps, then
}

// schema returns the schema of the files of one language.
func (l *language) schema() *schema {
	top := object()
	for _, f := range l.fields {
		at := top
		parts := strings.Split(f.path, ".")
		for i, part := range parts[:len(parts)-1] {
			above := at
			at = above.child(part, l.groupComment(strings.Join(parts[:i+1], ".")))
			if part == "*" && f.plain {
				above.Names = f.nameSchema()
			}
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
	switch {
	case f.plain:
		s.Names = f.nameSchema()
	case f.model:
		s.Names = &schema{Ref: "#/$defs/model"}
	}
}

// nameSchema returns the schema of the name that stands for * in a plain field.
func (f field) nameSchema() *schema {
	if f.reserved == "" {
		return aName
	}
	return &schema{Ref: aName.Ref, Not: &schema{Enum: []string{f.reserved}}}
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
		s.Type, s.Pattern, s.Not = "string", durationPattern, f.notZero()
	case *Span:
		steps := &schema{Type: "integer"}
		steps.bound(f)
		s.AnyOf = []*schema{steps, {Type: "string", Pattern: durationPattern, Not: f.notZero()}}
	case *[]string:
		s.Type, s.Items = "array", &schema{Type: "string"}
		if names := specNames()[f.path]; names != nil {
			s.Items.Pattern = specPattern(names)
		}
		if f.most > 0 {
			s.MinItems, s.MaxItems, s.Items.MinLength, s.Unique = 1, f.most, 1, f.distinct
		}
	default:
		s.Type, s.Enum = "string", f.choices
		switch f.path {
		case "extends":
			s.Enum = Names()
		case "name":
			s.Ref = aName.Ref
		case "endpoint.clock_skew":
			s.Pattern = `^[+-]?` + durationForm
		}
		if f.unit == unitInstant {
			s.Pattern = instantPattern
		}
		if names := specNames()[f.path]; names != nil {
			s.Pattern = specPattern(names)
		}
	}
	return s
}

// notZero is what a duration must not be that is more than 0; nil if it may be 0.
func (f field) notZero() *schema {
	if f.min == 0 {
		return nil
	}
	return &schema{Pattern: zeroPattern}
}

// durationForm is Go's form of a duration, without its sign.
const durationForm = `(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`

// durationPattern is that of a duration that is not negative.
const durationPattern = `^\+?` + durationForm

// zeroPattern is that of durations of less than a nanosecond: by units, of so many zeros
// after the point. Of minutes and hours a little of that is let through.
const zeroPattern = `^\+?(0|(` +
	`(0+(\.[0-9]*)?|\.[0-9]+)ns|` +
	`(0+(\.0{0,2})?|0*\.0{3}[0-9]*|\.0{1,2})(us|µs|μs)|` +
	`(0+(\.0{0,5})?|0*\.0{6}[0-9]*|\.0{1,5})ms|` +
	`(0+(\.0{0,8})?|0*\.0{9}[0-9]*|\.0{1,8})s|` +
	`(0+(\.0{0,10})?|0*\.0{11}[0-9]*|\.0{1,10})m|` +
	`(0+(\.0{0,12})?|0*\.0{13}[0-9]*|\.0{1,12})h)+)$`

// instantPattern is that of an instant as RFC 3339 has it. How many days a month has no
// pattern says.
const instantPattern = `^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01]?[0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.,][0-9]+)?(Z|[+-]([01][0-9]|2[0-4]):([0-5][0-9]|60))$`

func (s *schema) bound(f field) {
	switch {
	case !f.unbounded():
		s.Minimum, s.Maximum = jsonNumber(f.min), jsonNumber(f.max)
	case s.Type == "integer":
		s.Minimum, s.Maximum = "-9223372036854775808", "9223372036854775807"
	}
}

func jsonNumber(v float64) json.Number {
	return json.Number(strconv.FormatFloat(v, 'f', -1, 64))
}
