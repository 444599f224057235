package main

import (
	"fmt"
	"strings"

	"ratesim/report"
)

// casesMost is how many cases a message has.
const casesMost = 6

// someOf lists cases, and says how many more there are.
func someOf(cases []report.Case) string {
	var names []string
	for _, c := range cases[:min(casesMost, len(cases))] {
		names = append(names, c.String())
	}
	if more := len(cases) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, "; ")
}

// seedsForm is how a baseline file has seeds.
func seedsForm() report.SeedsForm {
	parse := func(text string) ([]int64, error) {
		if text == "" {
			return nil, nil
		}
		return parseSeeds(strings.Split(text, ","))
	}
	return report.SeedsForm{Format: formatSeeds, Parse: parse}
}

// otherSeeds say that a baseline file is of other seeds than the runs, or does not say of
// which, and what that comes to.
func otherSeeds(o report.Others, now []int64) (notes []string) {
	outcome := fmt.Sprintf("figures are held as means of independent runs, by p adjusted for %s", counted(int64(o.Tests), "test"))
	if o.Worse > 0 {
		outcome += fmt.Sprintf("; worse by no more than chance may do: %d, most of all %s, p %.2g if it were the only one", o.Worse, o.Least, o.LeastP)
	}
	if len(o.Seeds) > 0 {
		var seeds []string
		for _, one := range o.Seeds {
			seeds = append(seeds, shortSeeds(one))
		}
		of := strings.Join(seeds, " and ")
		notes = append(notes, fmt.Sprintf("is of the seeds %s, and these runs are of %s; %s; --seeds %s would tell a change exactly", of, shortSeeds(now), outcome, shortSeeds(o.Seeds[0])))
	}
	if o.Unknown > 0 {
		notes = append(notes, fmt.Sprintf("is of an earlier form, without seeds and standard errors, and taken to be of other seeds, as sure as so many of these runs; %s; --update-baseline writes both", outcome))
	}
	return notes
}

// seedsShown bounds the text of seeds in a message.
const seedsShown = 40

// shortSeeds returns seeds in few words.
func shortSeeds(seeds []int64) string {
	text := formatSeeds(seeds)
	if len(text) > seedsShown {
		return fmt.Sprintf("%d, %d and %d more", seeds[0], seeds[1], len(seeds)-2)
	}
	return text
}
