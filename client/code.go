package client

import (
	"bytes"
	"fmt"
	"go/format"
	"go/token"
	"reflect"
	"strconv"
	"strings"
	"text/template"
	"time"

	"ratesim/hint"
	"ratesim/policy"
)

// Code returns a Go file, of a package with a name, that sends by a policy: the policy in
// parts, each with the name of its field, and a transport. The error names a part that is
// not of package policy, for its author alone can write it, or says that no package can
// have the name.
func Code(p policy.Policy, packageName string) ([]byte, error) {
	if !token.IsIdentifier(packageName) || packageName == "_" || packageName == "init" { // which no file could import by its name
		return nil, fmt.Errorf("want the name of a Go package; have %q", packageName)
	}
	var w codeWriter
	value := w.any(reflect.ValueOf(p))
	if w.foreign != "" {
		return nil, fmt.Errorf("want a policy of the parts of package policy; have a %s", w.foreign)
	}
	var file bytes.Buffer
	err := codeFile.Execute(&file, map[string]any{
		"Package": packageName,
		"Spec":    policy.String(p),
		"Value":   value,
		"Time":    strings.Contains(value, "time."),
		"Hint":    strings.Contains(value, "hint."),
		"Classes": strings.Contains(value, "failures("),
	})
	if err != nil {
		return nil, err
	}
	return format.Source(file.Bytes())
}

// codeFile is the file around a policy.
var codeFile = template.Must(template.New("").Parse(`{{if eq .Package "main"}}// A client that sends{{else}}// Package {{.Package}} sends{{end}} by the policy
//
//	{{.Spec}}
package {{.Package}}

import (
	"net/http"
	{{- if .Time}}
	"time"
	{{- end}}

	"ratesim/client"
	{{- if .Hint}}
	"ratesim/hint"
	{{- end}}
	"ratesim/policy"
)

// Policy says what is done after a failure.
var Policy policy.Policy = {{.Value}}

// Transport returns what makes a http.Client retry by the policy; base makes the
// attempts, http.DefaultTransport if it is nil. What may have been done already is
// repeated as Repeat and the policy say; client.Safe would let any request be.
func Transport(base http.RoundTripper) http.RoundTripper {
	return client.New(client.Options{Policy: Policy, Repeat: client.RepeatOf}).Transport(base)
}
{{if .Classes}}
// failures returns the set of failures that a text describes.
func failures(text string) policy.Classes {
	set, err := policy.ParseClasses(text)
	if err != nil {
		panic(err)
	}
	return set
}
{{end}}`))

// constants are the names of the constants of enumerations, in their order.
var constants = map[reflect.Type][]string{
	reflect.TypeFor[policy.UnsafeRule](): {"IfRefused", "Never", "Always"},
	reflect.TypeFor[policy.BudgetRule](): {"NoWaitPast", "Overrun", "Shorten", "CutOff", "Late"},
	reflect.TypeFor[policy.HeedMode]():   {"Minimum", "Exact", "Ignore"},
	reflect.TypeFor[policy.Above]():      {"AboveStop", "AboveBackoff", "AboveCut", "AboveWait", "AboveSooner", "AboveOverflow"},
	reflect.TypeFor[policy.Odd]():        {"Usual", "TakeZero", "Skip", "OwnBackoff", "GiveUp", "GiveWay"},
	reflect.TypeFor[hint.Kind]():         {"None", "Milliseconds", "Seconds", "Date", "Duration", "Reset", "ShouldRetry"},
	reflect.TypeFor[hint.Channel]():      {"Common", "Azure", "AWS", "GRPC", "Details", "Message"},
}

// A codeWriter writes values as Go code.
type codeWriter struct {
	foreign string // the first type that is not of package policy; "" for none
}

// any returns the code of a value.
func (w *codeWriter) any(v reflect.Value) string {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if names, ok := constants[v.Type()]; ok {
		return fmt.Sprintf("%s.%s", packageOf(v.Type()), names[v.Uint()])
	}
	switch value := v.Interface().(type) {
	case time.Duration:
		return durationCode(value)
	case policy.Classes:
		return fmt.Sprintf("failures(%q)", value)
	case policy.List:
		return w.call("policy.ListOf", reflect.ValueOf(value.Waits[:value.Count]))
	case policy.Order:
		return w.call("policy.OrderOf", reflect.ValueOf(value[:sources(value)]))
	case hint.Marks:
		return fmt.Sprintf("hint.Marks(%d)", value)
	case float64:
		return strconv.FormatFloat(value, 'g', -1, 64)
	case int, bool:
		return fmt.Sprint(value)
	}
	return w.parts(v)
}

// parts returns the code of a struct, with the fields that are not zero.
func (w *codeWriter) parts(v reflect.Value) string {
	if v.Kind() != reflect.Struct || packageOf(v.Type()) != "policy" {
		if w.foreign == "" {
			w.foreign = v.Type().String()
		}
		return ""
	}
	var fields []string
	for field, value := range v.Fields() {
		if !value.IsZero() {
			fields = append(fields, field.Name+": "+w.any(value))
		}
	}
	code := strings.Join(fields, ", ")
	if strings.Contains(code, "{") || len(fields) > 3 {
		code = "\n" + strings.Join(fields, ",\n") + ",\n"
	}
	return v.Type().String() + "{" + code + "}"
}

// call returns the call of a function with the elements of a slice.
func (w *codeWriter) call(function string, arguments reflect.Value) string {
	var all []string
	for i := range arguments.Len() {
		all = append(all, w.any(arguments.Index(i)))
	}
	return function + "(" + strings.Join(all, ", ") + ")"
}

// sources returns how many sources an Order lists.
func sources(o policy.Order) int {
	for i, source := range o {
		if source == (policy.HintSource{}) {
			return i
		}
	}
	return len(o)
}

// packageOf returns the name of the package of the house that has a type; "" if
// none has.
func packageOf(t reflect.Type) string {
	name, ours := strings.CutPrefix(t.PkgPath(), "ratesim/")
	if !ours {
		return ""
	}
	return name
}

// durationCode returns a span of time in the longest unit of which it is a multiple.
func durationCode(d time.Duration) string {
	for _, unit := range []struct {
		length time.Duration
		name   string
	}{{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}} {
		switch n := d / unit.length; {
		case d == unit.length:
			return "time." + unit.name
		case d%unit.length == 0 && n != 0:
			return fmt.Sprintf("%d * time.%s", n, unit.name)
		}
	}
	return strconv.FormatInt(int64(d), 10)
}
