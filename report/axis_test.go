package report

import (
	"testing"

	"ratesim/claim"
)

// What is told of an axis can be typed again, and is that axis.
func TestAnAxisIsTypedAsAClaimNamesIt(t *testing.T) {
	figures := append(FlowFigures([]float64{50, 99.9}), LessonFigures()...)
	for _, figure := range figures {
		for _, flow := range []string{"", AllFlows, "chat"} {
			typed := Axis{Figure: figure, Flow: flow}.Typed()
			term, err := claim.ParseTerm(typed)
			if err != nil {
				t.Fatalf("%s: %v", typed, err)
			}
			found, err := FindFigure(figures, term)
			if err != nil || found.Name != figure.Name || (flow == "chat") != (term.Given("flow") == "chat") {
				t.Errorf("%s of flow %q is typed %s, which is %s of flow %q (%v)", figure.Name, flow, typed, found.Name, term.Given("flow"), err)
			}
		}
	}
}
