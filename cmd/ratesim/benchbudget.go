package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"ratesim/bench"
	"ratesim/trace"
)

// budgetFlags say how much may be spent, as typed.
type budgetFlags struct {
	requests, tokens int64
	cost             float64
}

func (b *budgetFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Int64Var(&b.requests, "max-requests", 0, "end before more `attempts` than that, retries included; 0 for no bound")
	f.Int64Var(&b.tokens, "max-tokens", 0, "end before more `tokens` than that, by the usage in answers; 0 for no bound")
	f.Float64Var(&b.cost, "max-cost", 0, "end before it costs more `money` than that, by the scenario's prices; 0 for no bound")
	completeNothing(cmd, "max-requests", "max-tokens", "max-cost")
}

// isGiven reports whether anything is bounded.
func (b *budgetFlags) isGiven() bool { return b.requests > 0 || b.tokens > 0 || b.cost > 0 }

// check returns what is wrong with the flags.
func (b *budgetFlags) check() (faults []error) {
	if b.requests < 0 {
		faults = append(faults, named("--max-requests", fmt.Errorf("want at least 0; have %d", b.requests)))
	}
	if b.tokens < 0 {
		faults = append(faults, named("--max-tokens", fmt.Errorf("want at least 0; have %d", b.tokens)))
	}
	if !(b.cost >= 0 && b.cost <= 1e12) {
		faults = append(faults, named("--max-cost", fmt.Errorf("want from 0 to 1e12; have %v", b.cost)))
	}
	return faults
}

// priced returns what is wrong if money is bounded and nothing has a price.
func (b *budgetFlags) priced(p *trace.Price) error {
	if b.cost > 0 && p == nil {
		return named("--max-cost", errNoPrice)
	}
	return nil
}

// budget returns what the flags say.
func (b *budgetFlags) budget(p *trace.Price) bench.Budget {
	made := bench.Budget{Requests: b.requests, Tokens: b.tokens, Cost: b.cost}
	if p != nil {
		made.Price = *p
	}
	return made
}
