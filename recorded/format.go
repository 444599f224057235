package recorded

import (
	"fmt"
	"slices"
	"strings"

	"ratesim/suggest"
)

// A Format is how the rows of a file are laid out.
type Format struct {
	Name    string
	About   string
	Source  string // where it was published
	columns [roles][]string
	unit    unit
}

// A unit is what an instant is written in.
type unit uint8

const (
	seconds      unit = iota
	milliseconds      // since the file's own beginning
	dates             // and times of the day
	either            // a number of seconds, or a date
	durations         // a number of seconds, or a duration such as 1m30s
)

// instantsName is the name of the format of a list of instants.
const instantsName = "instants"

var instants = Format{Name: instantsName, About: "a list: seconds, or durations such as 1m30s; # begins a comment", unit: durations}

// Formats returns the formats, in the order in which a file is taken for one.
func Formats() []Format {
	return []Format{
		{Name: "plain", About: "at (seconds or dates) or at_ms; input, output, cached, max_output",
			columns: [roles][]string{roleAt: {"at", "at_ms"}, roleInput: {"input"}, roleCached: {"cached"}, roleOutput: {"output"}, roleMaxOutput: {"max_output"}}, unit: either},
		{Name: "azure", About: "Azure LLM inference: TIMESTAMP, ContextTokens, GeneratedTokens", Source: "https://github.com/Azure/AzurePublicDataset (AzureLLMInferenceDataset2023.md, AzureLLMInferenceDataset2024.md)",
			columns: [roles][]string{roleAt: {"TIMESTAMP"}, roleInput: {"ContextTokens"}, roleOutput: {"GeneratedTokens"}}, unit: dates},
		{Name: "burstgpt", About: "BurstGPT: Timestamp (seconds), Request tokens, Response tokens", Source: "https://github.com/HPMLL/BurstGPT",
			columns: [roles][]string{roleAt: {"Timestamp"}, roleInput: {"Request tokens"}, roleOutput: {"Response tokens"}}, unit: seconds},
		{Name: "mooncake", About: "Mooncake: timestamp (ms), input_length, output_length, hash_ids", Source: "https://github.com/kvcache-ai/Mooncake (FAST25-release/traces)",
			columns: [roles][]string{roleAt: {"timestamp"}, roleInput: {"input_length"}, roleOutput: {"output_length"}, roleBlocks: {"hash_ids"}}, unit: milliseconds},
		{Name: "servegen", About: "made by ServeGen: timestamp (seconds), input_tokens, output_tokens", Source: "https://github.com/alibaba/ServeGen (examples/basic_usage.py)",
			columns: [roles][]string{roleAt: {"timestamp"}, roleInput: {"input_tokens"}, roleOutput: {"output_tokens"}}, unit: seconds},
		{Name: "vidur", About: "vidur: arrived_at (seconds), num_prefill_tokens, num_decode_tokens", Source: "https://github.com/microsoft/vidur (data/processed_traces)",
			columns: [roles][]string{roleAt: {"arrived_at"}, roleInput: {"num_prefill_tokens"}, roleOutput: {"num_decode_tokens"}}, unit: seconds},
		instants,
	}
}

// FormatNames returns the names of the formats.
func FormatNames() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return names
}

// CheckFormat returns an error when there is no format of the name.
func CheckFormat(name string) error {
	if names := FormatNames(); !slices.Contains(names, name) {
		return fmt.Errorf("want one of %s; have %q%s", strings.Join(names, ", "), name, suggest.Question(name, names))
	}
	return nil
}

// mayLack reports whether a file of the format may lack what a role stands for.
func (f Format) mayLack(r role) bool {
	switch {
	case r == roleAt:
		return false
	case f.Name == "plain":
		return true
	}
	return r == roleBlocks || len(f.columns[r]) == 0
}

// required returns the roles that no row may lack of a file that has these columns:
// those of the format, and each size that is not a part or a bound of another. A row
// without such a size would pass for one of 0 tokens.
func (f Format) required(names []string) (needed [roles]bool) {
	for r := range roles {
		needed[r] = !f.mayLack(r) || (r == roleInput || r == roleOutput) && f.isAmong(names, r)
	}
	return needed
}

// isAmong reports whether one of the names is a column of the role.
func (f Format) isAmong(names []string, r role) bool {
	return slices.ContainsFunc(names, func(name string) bool { return f.is(name, r) })
}

// lacks returns the first column that the format must have and that is not among
// the names, "" if there is none.
func (f Format) lacks(names []string) string {
	for r := range roles {
		if !f.mayLack(r) && !f.isAmong(names, r) {
			return f.columns[r][0]
		}
	}
	return ""
}

// is reports whether a column of the name has the role.
func (f Format) is(name string, r role) bool {
	return slices.ContainsFunc(f.columns[r], func(column string) bool { return strings.EqualFold(column, name) })
}

// roleOf returns the role of a column.
func (f Format) roleOf(name string) (r role, ok bool) {
	for r := range roles {
		if f.is(name, r) {
			return r, true
		}
	}
	return 0, false
}

// choose returns the format of a file with columns of these names.
func (o Options) choose(names []string) (Format, error) {
	if o.Columns != (Columns{}) {
		return o.Columns.format(names)
	}
	for _, f := range Formats() {
		if o.Format != "" && f.Name != o.Format || f.Name == instantsName {
			continue
		}
		lacking := f.lacks(names)
		if lacking == "" {
			return f.inUnitOf(names), nil
		}
		if o.Format != "" {
			return f, fmt.Errorf("the format %s wants a column %q; have %s%s", f.Name, lacking, quoted(names), suggest.Question(lacking, names))
		}
	}
	if o.Format == instantsName {
		return Format{}, fmt.Errorf("want %s; have an object", instants.About)
	}
	return Format{}, fmt.Errorf("no format has these columns, %s; want one of\n%s\nor name them with --columns at=NAME,input=NAME,output=NAME; a scenario that names the file has them as trace(file=…, columns=\"at=NAME,…\")", quoted(names), formatsInWords())
}

// inUnitOf returns the format of a file whose instants are in milliseconds where
// its column says so.
func (f Format) inUnitOf(names []string) Format {
	is := func(column string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, column) })
	}
	if f.Name == "plain" && is("at_ms") && !is("at") {
		f.columns[roleAt], f.unit = []string{"at_ms"}, milliseconds
	} else if f.Name == "plain" {
		f.columns[roleAt] = []string{"at"}
	}
	return f
}

func formatsInWords() string {
	var text []string
	for _, f := range Formats() {
		text = append(text, "\t"+f.Name+": "+f.About)
	}
	return strings.Join(text, "\n")
}

// quoted lists the first few of the names.
func quoted(names []string) string {
	const shown = 8
	var text []string
	for _, name := range names[:min(shown, len(names))] {
		text = append(text, fmt.Sprintf("%q", name))
	}
	if more := len(names) - shown; more > 0 {
		text = append(text, fmt.Sprintf("%d more", more))
	}
	return strings.Join(text, ", ")
}
