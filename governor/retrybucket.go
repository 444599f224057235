package governor

import (
	"math"
	"time"

	"ratesim/spec"
)

// A RetryBucket is filled a little by each request and emptied by retries. What is
// in it at first lets a few retries through however many requests there have been;
// from then on retries are at most Gain for each request.
//
// It is the adaptive client of M. Brooker, "Fixing retries with token buckets and
// circuit breakers", 2022 (brooker.co.za/blog/2022/02/28/retries.html), whose bucket
// holds 5, gains 0.1 and keeps 1.
type RetryBucket struct {
	Free
	Capacity int64   // retries that are there at first, and at most
	Gain     float64 // retries for each request, to a thousandth
	Keep     int64   // retries; while no more than that are there, none is allowed

	missing int64 // thousandths of a retry
}

// Take fills the bucket at a request's first attempt.
func (b *RetryBucket) Take(_ time.Duration, s Sending) {
	if s.Attempt == 1 {
		b.missing = max(0, b.missing-int64(math.Round(b.Gain*thousand)))
	}
}

// Retry takes 1, if that is there and more than is kept.
func (b *RetryBucket) Retry(time.Duration, Sending, time.Duration) bool {
	left := b.Capacity*thousand - b.missing
	if left < thousand || left <= b.Keep*thousand {
		return false
	}
	b.missing += thousand
	return true
}

// Reset fills the bucket.
func (b *RetryBucket) Reset() { b.missing = 0 }

func retryBucketForm() spec.Form[Maker] {
	return spec.Form[Maker]{
		Name: "retry-bucket", About: "retries take from a bucket that requests fill",
		Arguments: []spec.Argument{
			{Name: "capacity", Unit: "retries", Default: "5", About: "what is in the bucket at first, and at most"},
			{Name: "gain", Unit: "retries", Default: "0.1", Zero: "never filled again", About: "what each request puts in, to a thousandth"},
			{Name: "keep", Unit: "retries", Default: "0", Zero: "nothing", About: "while no more than that are in it, none is allowed"},
		},
		Read: func(r *spec.Reader) Maker {
			return made(RetryBucket{
				Capacity: r.Count("capacity", 1),
				Gain:     r.Number("gain", 0, thousand),
				Keep:     r.Count("keep", 0),
			})
		},
	}
}
