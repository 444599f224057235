package policy

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestWaitsLieBetweenTheirBounds(t *testing.T) {
	span := rapid.Map(rapid.Int64Min(0), func(n int64) time.Duration { return time.Duration(n) })
	rapid.Check(t, func(t *rapid.T) {
		low, high := span.Draw(t, "low"), span.Draw(t, "high")
		bits := rapid.OneOf(rapid.Just(uint64(largestDraw-1)), rapid.Uint64Range(0, largestDraw-1)).Draw(t, "draw")
		draw, next := float64(bits)/(1<<53), float64(bits+1)/(1<<53)
		got := between(low, high, draw)
		if got < low || got > max(low, high) || between(low, high, next) < got {
			t.Fatalf("between %d and %d at %v lies %d", low, high, draw, got)
		}
	})
	for _, tt := range []struct {
		low, high time.Duration
		draw      float64
		want      time.Duration
	}{
		{0, 8, 0, 0}, {0, 8, 0.5, 4}, {0, 8, 0.75, 6}, {2, 3, 0.5, 2}, {3, 5, 0.75, 5}, {0, 5, 0.5, 2}, // halves to an even part
		{5, 3, 0.5, 5}, {4, 4, 0.9, 4},
		{0, 20 * second, 1 - 1.0/(1<<53), 20 * second},
		{1, forever, 1 - 1.0/(1<<53), forever - 1022}, // the last float64 before 2⁶³ is 1,024 less
		{511, forever, 1 - 1.0/(1<<53), forever - 512},
	} {
		if got := between(tt.low, tt.high, tt.draw); got != tt.want {
			t.Errorf("between %d and %d at %v lies %d; want %d", tt.low, tt.high, tt.draw, got, tt.want)
		}
	}
}

func TestSumsAndProductsEndAtForever(t *testing.T) {
	for _, tt := range []struct{ got, want time.Duration }{
		{plus(1, 2), 3}, {plus(forever, 0), forever}, {plus(forever, 1), forever}, {plus(1, forever), forever}, {plus(forever, forever), forever},
		{scale(3, 2), 6}, {scale(3, 0.5), 2}, {scale(5, 0.5), 2}, {scale(forever, 1), forever}, {scale(forever-1, 1), forever - 1},
		{scale(forever, 1.5), forever}, {scale(1, 1e300), forever}, {scale(0, 1e300), 0}, {scale(forever, 0), 0},
		{capped(9, 0), 9}, {capped(9, 5), 5}, {capped(5, 9), 5},
	} {
		if tt.got != tt.want {
			t.Errorf("have %d; want %d", tt.got, tt.want)
		}
	}
}
