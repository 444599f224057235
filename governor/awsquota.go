package governor

import (
	"time"

	"ratesim/policy"
	"ratesim/spec"
)

// An AWSRetryQuota is a purse that retries are paid from. A success gives back what
// the request's last retry cost, or First if it was never retried. What is too dear
// is not retried.
//
// It is the quota of the AWS SDKs' standard mode (boto/botocore, retries/standard.py
// and retries/quota.py). Since their version 2.1 a retry costs 14, and 5 after a
// throttle (aws/aws-sdk-go-v2, aws/retry/standard.go).
type AWSRetryQuota struct {
	Free
	Capacity     int64 // there at first, and at most
	Cost         int64 // of a retry
	TimeoutCost  int64 // of one after a timeout
	ThrottleCost int64 // of one after a rate limit
	First        int64 // given back by a success at the first attempt
	NeverRefill  bool  // nothing is given back, as after a fault in a client (aws/aws-sdk-go-v2, issue 3550)

	spent int64
	bills map[request]bill
}

// A bill is what a request must pay.
type bill struct {
	next int64 // for a retry after its last failure
	paid int64 // for its last retry; 0 for none
}

// Heard notes what a retry would cost, or gives back.
func (q *AWSRetryQuota) Heard(_ time.Duration, s Sending, o Outcome) {
	b := q.bills[s.request()]
	if !o.OK {
		b.next = q.costOf(o.Failure.Kind)
		q.bills[s.request()] = b
		return
	}
	delete(q.bills, s.request())
	back := q.First
	if b.paid > 0 {
		back = b.paid
	}
	if !q.NeverRefill {
		q.spent = max(0, q.spent-back)
	}
}

// Retry pays for a retry, if there is enough.
func (q *AWSRetryQuota) Retry(_ time.Duration, s Sending, _ time.Duration) bool {
	b := q.bills[s.request()]
	if b.next > q.Capacity-q.spent {
		return false
	}
	q.spent += b.next
	b.paid = b.next
	q.bills[s.request()] = b
	return true
}

// Ended forgets the request. What it paid is lost.
func (q *AWSRetryQuota) Ended(_ time.Duration, s Sending) { delete(q.bills, s.request()) }

// Reset fills the purse.
func (q *AWSRetryQuota) Reset() { q.spent, q.bills = 0, map[request]bill{} }

func (q *AWSRetryQuota) costOf(kind policy.FailureKind) int64 {
	switch kind {
	case policy.Timeout:
		return q.TimeoutCost
	case policy.RateLimit:
		return q.ThrottleCost
	}
	return q.Cost
}

func awsRetryQuotaForm() spec.Form[Maker] {
	return spec.Form[Maker]{
		Name: "aws-retry-quota", About: "retries are paid from a purse that successes fill",
		Arguments: []spec.Argument{
			{Name: "capacity", Unit: "units", Default: "500", Zero: "no retries", About: "what is in the purse at first, and at most"},
			{Name: "cost", Unit: "units", Default: "5", Zero: "nothing", About: "what a retry costs"},
			{Name: "timeout-cost", Unit: "units", Default: "10", Zero: "nothing", About: "what a retry costs after a timeout"},
			{Name: "throttle-cost", Unit: "units", Default: "5", Zero: "nothing", About: "what a retry costs after a rate limit"},
			{Name: "first", Unit: "units", Default: "1", Zero: "nothing", About: "what a success at the first attempt gives back; one after a retry gives back what that cost"},
			{Name: "refill", Unit: "word", Default: "yes", About: "whether anything is ever given back", Choices: []string{"yes", "no"}},
		},
		Read: func(r *spec.Reader) Maker {
			return made(AWSRetryQuota{
				Capacity:     r.Count("capacity", 0),
				Cost:         r.Count("cost", 0),
				TimeoutCost:  r.Count("timeout-cost", 0),
				ThrottleCost: r.Count("throttle-cost", 0),
				First:        r.Count("first", 0),
				NeverRefill:  r.Choice("refill") == 1,
			})
		},
	}
}
