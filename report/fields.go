package report

import "fmt"

// A Kind is what a field holds, in CSV as in JSON.
type Kind int

// The kinds. Counts and shares may be missing: empty in CSV, null in JSON.
const (
	KindText  Kind = iota
	KindCount      // a whole number
	KindShare      // a decimal fraction
)

// A Field is one column of a record.
type Field struct {
	Name string
	Kind Kind
}

// RowFields returns the fields of a Row in the order of its CSV form.
func RowFields() []Field { return fieldsOf(rowColumns()) }

// FlowRowFields returns the fields of a FlowRow in the order of its CSV form.
func FlowRowFields() []Field { return fieldsOf(flowColumns()) }

func fieldsOf[T any](columns []column[T]) []Field {
	var record T
	var fields []Field
	for _, c := range columns {
		field := Field{Name: c.name}
		switch v := c.field(&record).(type) {
		case *string:
		case *int64, **int64:
			field.Kind = KindCount
		case **float64:
			field.Kind = KindShare
		default:
			panic(fmt.Sprintf("report: column %s: no kind for a %T", c.name, v))
		}
		fields = append(fields, field)
	}
	return fields
}
