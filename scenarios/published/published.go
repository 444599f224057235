// Package published holds results that others published of their own simulators of
// retries, each as a scenario and the figures that it must give. What a row of a
// table says is a Claim; a Study is the rows of one model.
//
// The scenarios are NAME.yaml and the figures NAME.csv beside this file. Instants
// and spans are in seconds, whatever they were published in.
package published

import (
	"bytes"
	"embed"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

//go:embed *.yaml *.csv
var files embed.FS

// A Study is a model that somebody published figures of.
type Study struct {
	Name   string
	About  string // what it shows, in a line
	Source string // where it was published
	Runs   int    // of each case that tell ours from theirs, if they differ by as much as matters
}

// Studies returns all studies.
func Studies() []Study {
	return []Study{
		{"contention", "clients that contend for a record", `M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015, run with github.com/aws-samples/aws-arch-backoff-simulator; the replication is github.com/cosmo-grant/backoff-simulator`, 100},
		{"collapse", "a spike that a server recovers from, or not", `M. Brooker, "What is Backoff For?", 2022 (brooker.co.za/blog/2022/08/11/backoff.html), run with github.com/mbrooker/simulator_example`, 1000},
		{"outage-and-cap", "a thousand clients after an outage, and a cap", `R. Panisset, "Retry strategies compared: constant vs exponential backoff vs jitter in Go" (dev.to/rafael_panisset)`, 300},
		{"retry-budget", "retries within a budget, a breaker or a number", `M. Brooker, "Fixing retries with token buckets and circuit breakers", 2022 (brooker.co.za/blog/2022/02/28/retries.html), run with github.com/mbrooker/simulator_example`, 5},
	}
}

// Scenario returns the study's scenario file.
func (s Study) Scenario() []byte { return s.file(".yaml") }

func (s Study) file(ending string) []byte {
	data, err := files.ReadFile(s.Name + ending)
	if err != nil {
		panic(fmt.Sprintf("published: %v", err)) // the tests read all of them
	}
	return data
}

// A Claim is a figure as it was published.
type Claim struct {
	Case     string   // what distinguishes it from the study's other cases, for a reader
	Settings []string // values of the scenario, as path=value
	Policy   string   // of the scenario
	What     string   // the figure, for a reader
	Figure   string   // the figure as package figure reads it
	Decimals int      // with which it was published
	Mean     float64
	Spread   float64 // standard deviation from run to run; NaN if it was not published
	Error    float64 // standard error of Mean; NaN if it was not published
	Runs     float64 // of which Mean is; NaN if it was not published
	Exact    bool    // every run gives Mean
}

// Claims returns the study's figures.
func (s Study) Claims() ([]Claim, error) {
	rows, err := csv.NewReader(bytes.NewReader(s.file(".csv"))).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s.csv: %w", s.Name, err)
	}
	var claims []Claim
	for i, row := range rows[1:] {
		c, err := claimOf(row)
		if err != nil {
			return nil, fmt.Errorf("%s.csv:%d: %w", s.Name, i+2, err)
		}
		claims = append(claims, c)
	}
	return claims, nil
}

func claimOf(row []string) (Claim, error) {
	c := Claim{Case: row[0], Policy: row[2], What: row[3], Figure: row[4], Exact: row[9] == "yes"}
	if row[1] != "" {
		c.Settings = strings.Split(row[1], "; ")
	}
	if _, decimals, has := strings.Cut(row[5], "."); has {
		c.Decimals = len(decimals)
	}
	for i, to := range []*float64{&c.Mean, &c.Spread, &c.Error, &c.Runs} {
		text := row[5+i]
		if *to = math.NaN(); text == "" && i > 0 {
			continue
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return c, fmt.Errorf("want a number; have %q", text)
		}
		*to = v
	}
	return c, nil
}

// Tolerance is how many standard errors ours may differ from theirs. Where the
// spread is not published and is taken from a few of our runs, it is what is as
// unlikely in Student's distribution as that is in the normal one.
const Tolerance = 4

// tolerance returns it for so many runs of ours.
func (c Claim) tolerance(ours int) float64 {
	if !math.IsNaN(c.spread()) || ours < 2 {
		return Tolerance
	}
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(ours - 1)}.Quantile(distuv.UnitNormal.CDF(Tolerance))
}

// A Comparison holds a claim against what our runs give.
type Comparison struct {
	Mean      float64 // of our runs
	Errors    float64 // ours less theirs, in standard errors of the difference; 0 for equal
	Agrees    bool    // it is within the Tolerance either way; of an exact claim, all runs give it
	Undecided bool    // the means differ, but our runs do not, and how theirs did was not published
}

// Compare holds the claim against one value of each of our runs, of which there
// must be at least one. With ours of n runs the standard error of the difference is
// √(spread²/n + error²); what was not published of the two is taken from our runs.
func (c Claim) Compare(ours []float64) Comparison {
	result := Comparison{Mean: stat.Mean(ours, nil)}
	if c.Exact {
		result.Agrees = true
		for _, v := range ours {
			if c.rounded(v) != c.rounded(c.Mean) {
				result.Agrees, result.Errors = false, math.Inf(1)
			}
		}
		return result
	}
	difference := result.Mean - c.Mean
	if c.rounded(result.Mean) == c.rounded(c.Mean) {
		difference = 0 // the same, as far as it was published
	}
	if difference != 0 {
		spread := c.errorAgainst(ours)
		result.Errors, result.Undecided = difference/spread, spread == 0
	}
	result.Agrees = math.Abs(result.Errors) <= c.tolerance(len(ours))
	return result
}

// spread returns the standard deviation from run to run that was published, if only
// by the error of a mean; else NaN.
func (c Claim) spread() float64 {
	if math.IsNaN(c.Spread) {
		return c.Error * math.Sqrt(c.Runs)
	}
	return c.Spread
}

// errorAgainst returns the standard error of the difference from our runs' mean.
func (c Claim) errorAgainst(ours []float64) float64 {
	spread := c.spread()
	if math.IsNaN(spread) {
		if spread = 0; len(ours) > 1 {
			spread = stat.StdDev(ours, nil)
		}
	}
	theirs := c.Error
	if math.IsNaN(theirs) {
		if theirs = 0; c.Runs > 0 {
			theirs = spread / math.Sqrt(c.Runs)
		}
	}
	return math.Hypot(spread/math.Sqrt(float64(len(ours))), theirs)
}

func (c Claim) rounded(v float64) string { return strconv.FormatFloat(v, 'f', c.Decimals, 64) }
