package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Case is what runs have in common that differ in their seed.
type Case struct {
	Scenario string // its name, or a file's
	Load     string // "" in continuous time
	Policy   string // as the user gave it
	Flow     string // "" for the rows of the lesson, which are of a whole run
}

// Samples are the figures of many runs, case by case and seed by seed.
type Samples struct {
	Figures []Figure
	Cases   []Case

	seeds  [][]int64     // by case
	wholes [][]float64   // by case and figure: what its shares are of; 0 for no share
	values [][][]float64 // by case, figure and seed; NaN for no value, +Inf for never
}

// LessonSamples returns the figures of rows that a scenario's runs gave.
func LessonSamples(scenario string, rows []Row) Samples {
	key := func(r *Row) (Case, int64) { return Case{Scenario: scenario, Load: r.Load, Policy: r.Policy}, r.Seed }
	return samplesOf(rows, reading[Row]{figures: LessonFigures(), columns: rowColumns(), key: key})
}

// FlowSamples returns the figures of rows that an open scenario's runs gave, all with
// the same percentiles.
func FlowSamples(scenario string, rows []FlowRow) Samples {
	key := func(r *FlowRow) (Case, int64) {
		return Case{Scenario: scenario, Load: r.Load, Policy: r.Policy, Flow: r.Flow}, r.Seed
	}
	never := func(r *FlowRow, f Figure) bool {
		return r.Requests > 0 && f.Measure == MeasureTime && !strings.HasPrefix(f.Name, "answered_")
	}
	percents := FlowResults{Rows: rows}.percents()
	return samplesOf(rows, reading[FlowRow]{figures: FlowFigures(percents), columns: flowColumnsOf(percents), key: key, never: never})
}

// A reading says how figures are read from records.
type reading[T any] struct {
	figures []Figure
	columns []column[T]
	key     func(*T) (Case, int64)
	never   func(record *T, f Figure) bool // a missing value is an infinite one
}

func samplesOf[T any](rows []T, r reading[T]) Samples {
	s := Samples{Figures: r.figures}
	fields := make([]func(*T) any, len(r.figures))
	for i, f := range r.figures {
		fields[i] = r.field(f.Name)
	}
	places := map[Case]int{}
	for i := range rows {
		row := &rows[i]
		name, seed := r.key(row)
		place, met := places[name]
		if !met {
			place = len(s.Cases)
			places[name] = place
			s.Cases = append(s.Cases, name)
			s.seeds = append(s.seeds, nil)
			s.values = append(s.values, make([][]float64, len(r.figures)))
			s.wholes = append(s.wholes, r.wholes(row))
		}
		s.seeds[place] = append(s.seeds[place], seed)
		for j, field := range fields {
			value := number(field(row))
			if math.IsNaN(value) && r.never != nil && r.never(row, r.figures[j]) {
				value = math.Inf(1)
			}
			s.values[place][j] = append(s.values[place][j], value)
		}
	}
	return s
}

// field returns where records keep the column of that name.
func (r reading[T]) field(name string) func(*T) any {
	return r.columns[slices.IndexFunc(r.columns, func(c column[T]) bool { return c.name == name })].field
}

// wholes returns what the shares of a record are of.
func (r reading[T]) wholes(record *T) []float64 {
	wholes := make([]float64, len(r.figures))
	for i, f := range r.figures {
		if f.of != "" {
			wholes[i] = number(r.field(f.of)(record))
		}
	}
	return wholes
}

// whole returns what a share of a case is of, in its first run.
func (s Samples) whole(place, f int) float64 { return s.wholes[place][f] }

// number returns the value of a field; NaN for none.
func number(field any) float64 {
	switch v := field.(type) {
	case *int64:
		return float64(*v)
	case **int64:
		if *v != nil {
			return float64(**v)
		}
	case **float64:
		if *v != nil {
			return **v
		}
	default:
		panic(fmt.Sprintf("report: a %T is no figure", field))
	}
	return math.NaN()
}

// Join adds the cases of others, which have the same figures. Runs of one case go
// together.
func (s Samples) Join(others Samples) (Samples, error) {
	switch {
	case len(s.Cases) == 0:
		return others, nil
	case len(others.Cases) > 0 && !slices.Equal(FigureNames(s.Figures), FigureNames(others.Figures)):
		return Samples{}, fmt.Errorf("want runs of one kind; have some of the lesson's and some of open scenarios, whose figures differ")
	}
	for i, name := range others.Cases {
		at := slices.Index(s.Cases, name)
		if at < 0 {
			s.Cases = append(s.Cases, name)
			s.seeds = append(s.seeds, others.seeds[i])
			s.values = append(s.values, others.values[i])
			s.wholes = append(s.wholes, others.wholes[i])
			continue
		}
		s.seeds[at] = append(s.seeds[at], others.seeds[i]...)
		for j := range s.values[at] {
			s.values[at][j] = append(s.values[at][j], others.values[i][j]...)
		}
	}
	return s, nil
}

// Overlaps reports that both have a run of the same case and seed.
func (s Samples) Overlaps(others Samples) bool {
	for i, c := range s.Cases {
		at := slices.Index(others.Cases, c)
		if at >= 0 && slices.ContainsFunc(s.seeds[i], func(seed int64) bool { return slices.Contains(others.seeds[at], seed) }) {
			return true
		}
	}
	return false
}

// Rename calls the scenario of all cases by another name.
func (s Samples) Rename(scenario string) {
	for i := range s.Cases {
		s.Cases[i].Scenario = scenario
	}
}

// Values returns the figure of a case, seed by seed in the order of its runs: NaN
// for no value, +Inf for never.
func (s Samples) Values(place int, figure string) []float64 {
	return s.values[place][slices.Index(FigureNames(s.Figures), figure)]
}

// Seeds returns the seeds of the first case.
func (s Samples) Seeds() []int64 {
	if len(s.seeds) == 0 {
		return nil
	}
	return s.seeds[0]
}

// arrange puts all cases in the order of the first one's seeds. Each must have each
// seed once.
func (s *Samples) arrange() error {
	one := slices.IndexFunc(s.Cases, func(c Case) bool { return c.Scenario != s.Cases[0].Scenario }) < 0
	name := func(place int) string {
		if one {
			return printable(s.Cases[place].String())
		}
		return printable(fmt.Sprintf("%s, %s", s.Cases[place].Scenario, s.Cases[place]))
	}
	if seed, twice := seedTwice(s.Seeds()); twice {
		return fmt.Errorf("%s: want one run a seed, have two of seed %d", name(0), seed)
	}
	for place := 1; place < len(s.Cases); place++ {
		if slices.Equal(s.seeds[place], s.seeds[0]) {
			continue
		}
		if err := s.arrangeCase(place, name(0)); err != nil {
			return fmt.Errorf("%s: %w", name(place), err)
		}
	}
	return nil
}

func (s *Samples) arrangeCase(place int, first string) error {
	at := map[int64]int{}
	for i, seed := range s.seeds[place] {
		if _, twice := at[seed]; twice {
			return fmt.Errorf("want one run a seed, have two of seed %d", seed)
		}
		at[seed] = i
	}
	var order []int
	for _, seed := range s.Seeds() {
		i, ok := at[seed]
		if !ok {
			return fmt.Errorf("no run of seed %d, which %s has", seed, first)
		}
		delete(at, seed)
		order = append(order, i)
	}
	for _, seed := range s.seeds[place] {
		if _, more := at[seed]; more {
			return fmt.Errorf("a run of seed %d, which %s does not have", seed, first)
		}
	}
	for j, values := range s.values[place] {
		sorted := make([]float64, len(order))
		for to, from := range order {
			sorted[to] = values[from]
		}
		s.values[place][j] = sorted
	}
	s.seeds[place] = s.Seeds()
	return nil
}

// seedTwice returns the first seed that comes a second time.
func seedTwice(seeds []int64) (seed int64, twice bool) {
	met := make(map[int64]bool, len(seeds))
	for _, seed := range seeds {
		if met[seed] {
			return seed, true
		}
		met[seed] = true
	}
	return 0, false
}

// String names a case for a message.
func (c Case) String() string {
	text := fmt.Sprintf("policy %q", c.Policy)
	if c.Load != "" {
		text = fmt.Sprintf("load %q, %s", c.Load, text)
	}
	if c.Flow != "" {
		text += fmt.Sprintf(", flow %q", c.Flow)
	}
	return text
}
