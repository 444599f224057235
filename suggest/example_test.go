package suggest_test

import (
	"fmt"

	"ratesim/suggest"
)

func ExampleQuestion() {
	policies := []string{"exponential", "fixed", "none"}
	fmt.Println(`there is no policy "expnential"` + suggest.Question("expnential", policies))
	fmt.Println(`there is no policy "vegas"` + suggest.Question("vegas", policies))
	// Output:
	// there is no policy "expnential"; did you mean "exponential"?
	// there is no policy "vegas"
}
