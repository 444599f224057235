package governor

import (
	"math/rand/v2"
	"time"

	"ratesim/spec"
)

// A TokenBucket is a client's own pace. It gains Limit units per Per, continuously,
// and holds at most Capacity of them; an attempt takes what it costs, and waits
// until that is there:
//
//	wait = (cost − level) · per / limit
//
// in whole numbers, rounded up to the nanosecond. RFC 2697, section 3, has such
// buckets. A client that paces itself by requests and by tokens has one of each, as
// openai/openai-cookbook, examples/api_request_parallel_processor.py.
type TokenBucket struct {
	Free
	Limit    int64 // units gained per Per; at least 1
	Per      time.Duration
	Capacity int64 // units that it holds; 0 for Limit
	Unit     Unit  // what an attempt costs
	Empty    bool  // it begins empty, not full
	Of       Paced // which attempts take from it

	bucket bucket
}

// A Unit is what a TokenBucket counts.
type Unit uint8

// The units. The zero Unit is Requests.
const (
	Requests Unit = iota // each attempt costs 1
	Tokens               // it costs what the client expects of input and output
)

// Size returns the capacity.
func (b *TokenBucket) Size() int64 {
	if b.Capacity == 0 {
		return b.Limit
	}
	return b.Capacity
}

// Ask returns the wait until the bucket holds what the attempt costs. One that
// costs more than it can ever hold is refused.
func (b *TokenBucket) Ask(now time.Duration, s Sending, _ *rand.Rand) Permit {
	return b.AskLeaving(now, s, 0)
}

// AskLeaving is Ask for what leaves so many units in the bucket.
func (b *TokenBucket) AskLeaving(now time.Duration, s Sending, keep int64) Permit {
	if !b.Of.isAbout(s) {
		return Permit{}
	}
	cost := b.cost(s)
	if cost > b.Size()-keep {
		return Permit{Refused: true}
	}
	return Permit{Wait: b.bucket.wait(now, cost+keep)}
}

// Take takes what the attempt costs.
func (b *TokenBucket) Take(now time.Duration, s Sending) {
	if b.Of.isAbout(s) {
		b.bucket.take(now, b.cost(s))
	}
}

// Reset fills the bucket, or empties it.
func (b *TokenBucket) Reset() {
	b.bucket = bucket{gain: b.Limit, per: b.Per, capacity: b.Size()}
	if !b.Empty {
		b.bucket.level = b.bucket.full()
	}
}

func (b *TokenBucket) cost(s Sending) int64 {
	if b.Unit == Tokens {
		return s.Tokens
	}
	return 1
}

func tokenBucketForm() spec.Form[func() Store] {
	return spec.Form[func() Store]{
		Name: "token-bucket", About: "attempts take from a bucket that is filled continuously, and wait until there is enough",
		Arguments: []spec.Argument{
			{Name: "limit", Unit: "units", About: "units gained in each `per`"},
			{Name: "per", Unit: "duration", Default: "1m", About: "the time in which `limit` are gained"},
			{Name: "capacity", Unit: "units", Default: "0", Zero: "as many as `limit`", About: "the most that it holds, and so what can be sent at once"},
			{Name: "unit", Unit: "word", Default: "requests", About: "what an attempt costs: 1, or the input and output that are expected", Choices: []string{"requests", "tokens"}},
			{Name: "start", Unit: "word", Default: "full", About: "what it begins with", Choices: []string{"full", "empty"}},
			ofAttempts(),
		},
		Read: func(r *spec.Reader) func() Store {
			return store(TokenBucket{
				Limit:    r.Count("limit", 1),
				Per:      r.Positive("per"),
				Capacity: r.Count("capacity", 0),
				Unit:     Unit(r.Choice("unit")),
				Empty:    r.Choice("start") == 1,
				Of:       Paced(r.Choice("of")),
			})
		},
	}
}
