package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// words returns what makes words, the same ones each time.
func words() func() string {
	n := 0
	return func() string { n++; return []string{"tree", "river", "so", "window", "a"}[n%5] }
}

// compile returns a schema ready to validate, formats included.
func compile(t testing.TB, text string) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// follows fails unless the example of a schema follows it.
func follows(t testing.TB, text string) {
	t.Helper()
	example := Example([]byte(text), words())
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(example))
	if err != nil {
		t.Fatalf("%s\n%s: %v", text, example, err)
	}
	if err := compile(t, text).Validate(value); err != nil {
		t.Errorf("%s\nhas the example %s\n%v", text, example, err)
	}
}

func TestExamplesFollowTheirSchema(t *testing.T) {
	for _, text := range []string{
		`{}`,
		`true`,
		`{"type":"object"}`,
		`{"type":["object","null"]}`,
		`{"properties":{"a":{"type":"string"}}}`,
		`{"$defs":{"City":{"type":"object","properties":{"name":{"type":"string"},"size":{"$ref":"#/$defs/Size"}},"required":["name","size"]},"Size":{"enum":["small","large"],"type":"string"}},"type":"object","properties":{"city":{"$ref":"#/$defs/City"}},"required":["city"]}`,
		`{"$ref":"#/$defs/A","$defs":{"A":{"type":"object","properties":{"x":{"type":"integer"}},"required":["x"]}}}`,
		`{"definitions":{"A":{"type":"integer","minimum":3}},"properties":{"a":{"allOf":[{"$ref":"#/definitions/A"}],"maximum":3}},"required":["a"]}`,
		`{"$defs":{"Node":{"type":"object","properties":{"value":{"type":"integer"},"next":{"anyOf":[{"$ref":"#/$defs/Node"},{"type":"null"}]}},"required":["value","next"]}},"$ref":"#/$defs/Node"}`,
		`{"type":"object","properties":{"children":{"type":"array","items":{"$ref":"#"}}},"required":["children"]}`,
		`{"$defs":{"a":{"$anchor":"here","const":5}},"properties":{"x":{"$ref":"#here"}},"required":["x"]}`,
		`{"$defs":{"a/b~c":{"const":5}},"properties":{"x":{"$ref":"#/$defs/a~1b~0c"}},"required":["x"]}`,
		`{"properties":{"x":{"anyOf":[{"type":"string","minLength":5,"maxLength":2},{"type":"integer"}]}},"required":["x"]}`,
		`{"properties":{"x":{"oneOf":[{"type":"object","properties":{"kind":{"const":"a"}},"required":["kind"]},{"type":"string"}]}},"required":["x"]}`,
		`{"allOf":[{"properties":{"a":{"type":"number"}},"required":["a"]},{"properties":{"a":{"minimum":2.5}},"required":["b"]}]}`,
		`{"properties":{"x":{"type":["number","null"],"exclusiveMinimum":0,"exclusiveMaximum":1}},"required":["x"]}`,
		`{"properties":{"x":{"type":"number","multipleOf":0.1,"minimum":0.25}},"required":["x"]}`,
		`{"properties":{"x":{"type":"integer","multipleOf":1.5,"exclusiveMinimum":-7}},"required":["x"]}`,
		`{"properties":{"x":{"type":"integer","maximum":-3}},"required":["x"]}`,
		`{"properties":{"x":{"type":"integer","enum":["a",2.5,7]}},"required":["x"]}`,
		`{"properties":{"x":{"const":123456789012345678901234567890}},"required":["x"]}`,
		`{"properties":{"x":{"type":"array","minItems":40,"maxItems":50,"items":{"type":"integer"}}},"required":["x"]}`,
		`{"properties":{"x":{"type":"array","maxItems":0}},"required":["x"]}`,
		`{"properties":{"x":{"type":"array","minItems":3,"uniqueItems":true,"items":{"enum":["a","b","c"]}}},"required":["x"]}`,
		`{"properties":{"x":{"type":"array","minItems":5,"uniqueItems":true,"items":{"type":"integer","minimum":1,"maximum":5}}},"required":["x"]}`,
		`{"properties":{"x":{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":false,"minItems":2}},"required":["x"]}`,
		`{"properties":{"x":{"type":"array","items":{"type":"integer"},"contains":{"minimum":10},"minContains":2}},"required":["x"]}`,
		`{"properties":{"x":{"type":"string","minLength":30,"maxLength":31}},"required":["x"]}`,
		`{"properties":{"x":{"type":"string","pattern":"^[A-Z]{3}-[0-9]{4,6}(x|y)?$"}},"required":["x"]}`,
		`{"properties":{"x":{"type":"string","pattern":"[0-9]+","minLength":12}},"required":["x"]}`,
		`{"properties":{"x":{"type":"string","pattern":"^[a-f0-9]+$","minLength":40,"maxLength":40}},"required":["x"]}`,
		`{"properties":{"x":{"type":"string","pattern":"^(\\([0-9]{3}\\))?[0-9]{3}-[0-9]{4}$"}},"required":["x"]}`,
		`{"type":"object","required":["a","b"],"additionalProperties":{"type":"integer"}}`,
		`{"type":"object","minProperties":3,"additionalProperties":{"type":"boolean"}}`,
		`{"type":"object","maxProperties":1,"properties":{"a":{},"b":{}},"required":["b"]}`,
		`{"type":"object","patternProperties":{"^n_":{"type":"integer"}},"required":["n_a"],"additionalProperties":{"type":"string"}}`,
	} {
		follows(t, text)
	}
	for format := range formats {
		follows(t, fmt.Sprintf(`{"properties":{"x":{"type":"string","format":%q}},"required":["x"]}`, format))
	}
}

func TestExamplesAreWhatAModelWouldFillIn(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"object","properties":{"b":{"type":"string"},"a":{"type":["null","integer"],"minimum":3}}}`: `{"a":3,"b":"river"}`,
		`{"properties":{"x":{"enum":["p","q"]},"y":{"const":5},"z":{"anyOf":[{"type":"boolean"}]}}}`:         `{"x":"p","y":5,"z":true}`,
		`{"properties":{"l":{"type":"array","minItems":2,"items":{"type":"number"}}}}`:                       `{"l":[1,1]}`,
		`{"properties":{"at":{"type":"string","format":"date"}}}`:                                            `{"at":"2026-03-14"}`,
	} {
		if have := string(Example([]byte(text), words())); have != want {
			t.Errorf("%s has the example %s; want %s", text, have, want)
		}
	}
}

// A pattern that looks around is not spelled out: another choice is taken if there is
// one, else some words.
func TestPatternsThatLookAround(t *testing.T) {
	for text, want := range map[string]string{
		`{"properties":{"x":{"anyOf":[{"type":"string","pattern":"^(?!x)"},{"type":"number"}]}}}`: `{"x":1}`,
		`{"properties":{"x":{"type":"string","pattern":"^(?!x)"}},"required":["x"]}`:              `{"x":"river"}`,
	} {
		if have := string(Example([]byte(text), words())); have != want {
			t.Errorf("%s has the example %s; want %s", text, have, want)
		}
	}
}

// What is no schema, or one that nothing follows, has an example all the same.
func TestWhatCannotBeFollowedHasAnObject(t *testing.T) {
	for _, text := range []string{
		``, `{`, `5`, `null`, `[]`, `"x"`, `false`, `{"type":5}`, `{"type":[5]}`, `{"type":[]}`, `{"type":"thing"}`, `{"type":"array"}`,
		`{"anyOf":[]}`, `{"anyOf":5}`, `{"allOf":{}}`, `{"oneOf":[false]}`, `{"enum":[]}`, `{"enum":5}`, `{"const":5}`,
		`{"properties":5}`, `{"properties":{"a":5}}`, `{"properties":[]}`, `{"required":"a"}`, `{"required":[5]}`, `{"required":["a"],"additionalProperties":false}`,
		`{"$ref":"#"}`, `{"$ref":5}`, `{"$ref":"#/$defs/none"}`, `{"$ref":"https://example.com/schema"}`, `{"$ref":"#%zz"}`, `{"$ref":""}`,
		`{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`,
		`{"$defs":{"a":{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"required":["a"]}},"$ref":"#/$defs/a"}`,
		`{"properties":{"x":{"minimum":5,"maximum":4}},"required":["x"]}`,
		`{"properties":{"x":{"type":"integer","multipleOf":0}},"required":["x"]}`,
		`{"properties":{"x":{"type":"number","minimum":1e999999999}},"required":["x"]}`,
		`{"properties":{"x":{"type":"number","multipleOf":1e-999999999}},"required":["x"]}`,
		`{"properties":{"x":{"type":"string","minLength":1e18}},"required":["x"]}`,
		`{"properties":{"x":{"type":"string","pattern":"(("}},"required":["x"]}`,
		`{"properties":{"x":{"type":"string","pattern":"^(a*)*$","minLength":9000}},"required":["x"]}`,
		`{"properties":{"x":{"type":"array","minItems":1e18}},"required":["x"]}`,
		`{"minProperties":1e18}`,
		`{"a":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`,
		`{"properties":{"a":` + strings.Repeat(`{"type":"array","items":`, 3000) + `{}` + strings.Repeat(`}`, 3000) + `}}`,
	} {
		example := Example([]byte(text), words())
		var read map[string]any
		if err := json.Unmarshal(example, &read); err != nil || read == nil {
			t.Errorf("%.80s: %s", text, example)
		}
	}
}

// A schema that would grow without bound, or take for ever, has a bounded example.
func TestExamplesAreBounded(t *testing.T) {
	branch := `{"$ref":"#/$defs/a"}`
	var wide []string
	for i := range 100_000 {
		wide = append(wide, fmt.Sprintf(`"p%d":{"type":"array","minItems":1000}`, i))
	}
	for name, text := range map[string]string{
		"tree":     `{"$defs":{"a":{"type":"object","properties":{"l":` + branch + `,"r":` + branch + `}}},"$ref":"#/$defs/a"}`,
		"wide":     `{"properties":{` + strings.Join(wide, ",") + `}}`,
		"long":     `{"properties":{"x":{"type":"array","minItems":1000,"items":{"type":"string","minLength":10000}}}}`,
		"constant": `{"properties":{"x":{"type":"array","minItems":900,"items":{"const":"` + strings.Repeat("x", 10_000) + `"}}}}`,
		"names":    `{"properties":{"x":{"type":"array","minItems":900,"items":{"properties":{"` + strings.Repeat("x", 10_000) + `":{}}}}}}`,
		"choices":  `{"$defs":{"a":{"anyOf":[` + branch + `,` + branch + `,{"allOf":[` + branch + `,` + branch + `]}]}},"$ref":"#/$defs/a"}`,
		"patterns": `{"properties":{"x":{"type":"array","minItems":900,"items":{"pattern":"^(a{1000}|b{1000}){1}c$","minLength":5000}}},"required":["x"]}`,
	} {
		began := time.Now()
		n := len(Example([]byte(text), words()))
		if n > 200_000 || time.Since(began) > 5*time.Second {
			t.Errorf("%s: %d bytes in %v", name, n, time.Since(began))
		}
	}
}

// A drawer draws schemas that some value follows.
type drawer struct{ *rand.Rand }

func (d drawer) schema(depth int) map[string]any {
	kinds := []func(int) map[string]any{d.text, d.number, d.boolean, d.listed, d.object, d.list, d.reference, d.any, d.all}
	if depth <= 0 {
		kinds = kinds[:4]
	}
	return kinds[d.IntN(len(kinds))](depth)
}

func (d drawer) text(int) map[string]any {
	s := map[string]any{"type": "string"}
	switch d.IntN(4) {
	case 0:
		names := []string{"date", "date-time", "time", "email", "uuid", "uri", "ipv4", "ipv6", "hostname"}
		s["format"] = names[d.IntN(len(names))]
	case 1:
		s["minLength"] = d.IntN(30)
		s["maxLength"] = s["minLength"].(int) + d.IntN(3)
	case 2:
		s["pattern"] = d.pattern(3)
	}
	return s
}

// pattern draws a pattern that some text matches.
func (d drawer) pattern(depth int) string {
	units := []string{"a", "[0-9]", `\d`, `\w`, ".", "[^x]", "[A-F]", `\s`, "(?:yes|no)", `\-`}
	var text strings.Builder
	for range 1 + d.IntN(4) {
		unit := units[d.IntN(len(units))]
		if depth > 0 && d.IntN(4) == 0 {
			unit = "(" + d.pattern(depth-1) + ")"
		}
		text.WriteString(unit + []string{"", "", "+", "*", "?", "{2,5}", "{3}"}[d.IntN(7)])
	}
	if depth == 3 && d.IntN(2) == 0 {
		return "^" + text.String() + "$"
	}
	return text.String()
}

func (d drawer) number(int) map[string]any {
	s := map[string]any{"type": []string{"number", "integer"}[d.IntN(2)]}
	if d.IntN(2) == 0 {
		s["multipleOf"] = []float64{1, 2, 7, 0.5, 0.25, 0.1}[d.IntN(6)]
	}
	least := float64(d.IntN(400)-200) / 4
	if d.IntN(2) == 0 {
		s[[]string{"minimum", "exclusiveMinimum"}[d.IntN(2)]] = least
	}
	if d.IntN(2) == 0 {
		s[[]string{"maximum", "exclusiveMaximum"}[d.IntN(2)]] = least + 20 + float64(d.IntN(10))
	}
	return s
}

func (d drawer) boolean(int) map[string]any {
	return map[string]any{"type": []any{"boolean", "null"}[d.IntN(2):]}
}

func (d drawer) listed(int) map[string]any {
	if d.IntN(2) == 0 {
		return map[string]any{"const": d.IntN(9)}
	}
	return map[string]any{"enum": []any{"x", 1, nil, []any{2}}[d.IntN(4):]}
}

func (d drawer) object(depth int) map[string]any {
	properties, required := map[string]any{}, []any{}
	for _, name := range []string{"a", "b", "c"} {
		if d.IntN(2) == 0 {
			properties[name] = d.schema(depth - 1)
		}
		if d.IntN(2) == 0 {
			required = append(required, name)
		}
	}
	s := map[string]any{"type": "object", "properties": properties, "required": required}
	if d.IntN(2) == 0 {
		s["additionalProperties"] = d.schema(depth - 1)
		s["minProperties"] = d.IntN(5)
	}
	return s
}

func (d drawer) list(depth int) map[string]any {
	s := map[string]any{"type": "array", "items": d.schema(depth - 1), "minItems": d.IntN(4)}
	if d.IntN(2) == 0 {
		s["prefixItems"] = []any{d.schema(depth - 1)}
	}
	if d.IntN(2) == 0 {
		s["items"], s["uniqueItems"] = map[string]any{"type": []string{"integer", "string"}[d.IntN(2)]}, true
	}
	if d.IntN(2) == 0 {
		s["maxItems"] = s["minItems"].(int) + d.IntN(2)
	}
	return s
}

func (d drawer) reference(int) map[string]any {
	return map[string]any{"$ref": "#/$defs/" + []string{"one", "two", "list"}[d.IntN(3)]}
}

func (d drawer) any(depth int) map[string]any {
	return map[string]any{"anyOf": []any{d.schema(depth - 1), d.schema(depth - 1)}}
}

func (d drawer) all(depth int) map[string]any {
	return map[string]any{"allOf": []any{d.object(depth), map[string]any{"required": []any{"a"}}}}
}

func TestExamplesFollowAnySchema(t *testing.T) {
	for seed := range uint64(1500) {
		d := drawer{rand.New(rand.NewPCG(seed, 0))}
		s := d.object(4)
		s["$defs"] = map[string]any{
			"one": d.schema(0), "two": map[string]any{"type": "object", "properties": map[string]any{"again": map[string]any{"$ref": "#/$defs/two"}}},
			"list": map[string]any{"anyOf": []any{map[string]any{"type": "array", "items": map[string]any{"$ref": "#/$defs/list"}}, map[string]any{"type": "integer"}}},
		}
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if follows(t, string(text)); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func FuzzExample(f *testing.F) {
	f.Add(`{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"pattern":"a+","type":["string","null"]}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		first, second := Example([]byte(text), words()), Example([]byte(text), words())
		var read map[string]any
		if json.Unmarshal(first, &read) != nil || read == nil {
			t.Errorf("%q has the example %s", text, first)
		}
		if !bytes.Equal(first, second) {
			t.Errorf("%q has the examples %s and %s", text, first, second)
		}
	})
}
