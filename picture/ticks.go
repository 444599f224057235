package picture

import (
	"strconv"

	"gonum.org/v1/plot"
)

// ticksMost is how many ticks with a number an axis of counts has, 0 aside.
const ticksMost = 5

// countTicks are whole numbers: of things that are counted there is no half.
func countTicks() plot.Ticker {
	return plot.TickerFunc(func(low, high float64) (ticks []plot.Tick) {
		every := tickEvery(high)
		for n := int64(0); float64(n) <= high; n += every {
			ticks = append(ticks, plot.Tick{Value: float64(n), Label: strconv.FormatInt(n, 10)})
		}
		return ticks
	})
}

// tickEvery returns the smallest of 1, 2, 5, 10, 20, 50, … that leaves few enough ticks.
func tickEvery(high float64) int64 {
	for tens := int64(1); ; tens *= 10 {
		for _, n := range []int64{1, 2, 5} {
			if high <= ticksMost*float64(n*tens) {
				return n * tens
			}
		}
	}
}
