package patient_test

import (
	"os"

	"example.com/patient"

	"ratesim/report"
	"ratesim/scenario"
	"ratesim/sim"
	"ratesim/trace"
)

// Four workers send at the same moment to a provider that starts one request
// every quarter of a second, and keep to the policy.
func ExamplePatient() {
	read, err := scenario.Read(scenario.Input{BuiltIn: "workers"})
	check(err)
	model, err := scenario.NewOpenModel(read)
	check(err)
	c, err := model.CaseOf("", patient.Patient{})
	check(err)
	gauge := &trace.Gauge{Each: func(run trace.Run, flows []trace.Measures, t trace.Traffic) error {
		rows := report.NewFlowRows(report.Measured{Run: run, Flows: flows, Traffic: t})
		return report.FlowResults{Rows: rows}.Write(os.Stdout, report.FormatTable, report.Layout{})
	}}
	check(gauge.Run(model.Header(c, 1)))
	_, err = sim.NewRunner(model.Config(c)).Run(1, gauge)
	check(err)
	check(gauge.Finish())
	// Output:
	// policy   requests  completed  given up  attempts  per request  rate limit  p50  p95  tokens  wasted
	// patient         4     1.0000         0        10         2.50           6   1s   6s    4800       0
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
