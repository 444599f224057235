package sim

import (
	"cmp"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"ratesim/chance"
	"ratesim/tickets"
	"ratesim/trace"
)

// An oracle runs a world as the text of the lesson "Rate Limits and Retries"
// tells it: time is counted in steps; in each step a client goes through the
// list of its requests and sends those that are due, at most so many; the limit
// counts what was sent in the last steps. It is plain and slow, and shares
// nothing with the engine but the generators of chance.
type oracle struct {
	world
	now      time.Duration
	lists    [][]*letter     // of each flow, in the order in which they were put there
	counted  []time.Duration // instants of the calls that count in the window
	requests []trace.Request
	attempts []trace.Attempt
	ends     []trace.End
}

// A letter is a request on a list.
type letter struct {
	number   int
	arrival  time.Duration
	ready    time.Duration
	attempts int
}

// foretell returns the oracle after the run.
func foretell(w world) *oracle {
	o := &oracle{world: w, lists: make([][]*letter, len(w.flows))}
	for ; o.now < w.horizon; o.now += w.step {
		for f := range w.flows {
			o.arrive(f)
			o.drop(f)
		}
		for f := range w.flows {
			o.send(f)
		}
	}
	for f := range o.lists {
		for _, l := range o.lists[f] {
			o.end(f, l, trace.End{At: int64(w.horizon), Outcome: trace.OutcomeUnfinished})
		}
	}
	return o
}

// arrive puts on the list what arrived since the last step.
func (o *oracle) arrive(f int) {
	var arrived []*letter
	for i, at := range o.flows[f].arrive {
		if o.now-o.step < at && at <= o.now {
			arrived = append(arrived, &letter{number: i, arrival: o.now, ready: o.now})
		}
	}
	slices.SortStableFunc(arrived, func(a, b *letter) int {
		return cmp.Compare(o.flows[f].arrive[a.number], o.flows[f].arrive[b.number])
	})
	for _, l := range arrived {
		r := trace.Request{Flow: o.flows[f].name, ID: strconv.Itoa(l.number), Arrival: int64(o.now)}
		if o.flows[f].items[l.number].Grade != tickets.Ungraded {
			topic := "topic"
			r.Topic = &topic
		}
		o.requests = append(o.requests, r)
	}
	o.lists[f] = append(o.lists[f], arrived...)
}

// drop takes off the list what is later than its budget.
func (o *oracle) drop(f int) {
	budget := o.flows[f].budget
	o.lists[f] = slices.DeleteFunc(o.lists[f], func(l *letter) bool {
		if budget < 0 || o.now-l.arrival <= budget {
			return false
		}
		o.end(f, l, trace.End{At: int64(o.now), Outcome: trace.OutcomeGivenUp, Why: trace.WhyDeadline})
		return true
	})
}

// send sends what is due, and puts what failed at the end of the list.
func (o *oracle) send(f int) {
	var due, rest []*letter
	for _, l := range o.lists[f] {
		if l.ready <= o.now && int64(len(due)) < o.flows[f].perStep {
			due = append(due, l)
		} else {
			rest = append(rest, l)
		}
	}
	for _, l := range due {
		status := o.call(f, l)
		l.attempts++
		if status == trace.StatusOK {
			o.end(f, l, trace.End{At: int64(o.now), Outcome: trace.OutcomeCompleted})
			continue
		}
		if p := o.flows[f].plan; p.kind == "none" || p.attempts > 0 && l.attempts >= p.attempts {
			o.end(f, l, trace.End{At: int64(o.now), Outcome: trace.OutcomeGivenUp, Why: trace.WhyPolicy})
			continue
		}
		l.ready = o.now + max(o.step, o.wait(f, l)) // a step later at the earliest
		rest = append(rest, l)
	}
	o.lists[f] = rest
}

// call sends one request and returns its status.
func (o *oracle) call(f int, l *letter) string {
	item := o.flows[f].items[l.number]
	label := o.labels[item.Label]
	a := trace.Attempt{
		At: int64(o.now), Ready: int64((l.ready + o.step - 1) / o.step * o.step), Step: int64(o.now / o.step),
		Flow: o.flows[f].name, Request: strconv.Itoa(l.number), Attempt: l.attempts,
	}
	if o.limit.Window > 0 {
		a.WindowLimit = o.limit.Limit
		for _, at := range o.counted {
			if at > o.now-o.limit.Window {
				a.WindowFill++
			}
		}
		if a.WindowFill+1 > o.limit.Limit {
			a.Status = trace.StatusRateLimit
		}
	}
	if a.Status == "" || o.limit.CountRefused {
		o.counted = append(o.counted, o.now)
	}
	draws := chance.NewLesson((o.seed ^ int64(item.Hash)) + 7919*int64(l.attempts))
	switch {
	case a.Status != "":
	case draws.Share() < o.chances.TimeoutBase+float64(o.chances.TimeoutPerToken*float64(item.Tokens)):
		a.Status, a.InputTokens = trace.StatusTimeout, int64(item.Tokens)
	case draws.Share() < o.chances.Partial:
		a.Status, a.InputTokens, a.OutputTokens = trace.StatusPartialOutput, int64(item.Tokens), 1
		letters := []rune(label.Name)
		a.Reply = string(letters[:min(2, len(letters))])
	default:
		a.Status, a.InputTokens, a.OutputTokens, a.Reply = trace.StatusOK, int64(item.Tokens), label.Tokens, label.Name
	}
	o.attempts = append(o.attempts, a)
	return a.Status
}

// wait returns how long a request waits after its last attempt.
func (o *oracle) wait(f int, l *letter) time.Duration {
	p := o.flows[f].plan
	switch p.kind {
	case "exponential":
		wait, power := big.NewInt(int64(p.wait)), big.NewInt(int64(l.attempts-1))
		wait.Mul(wait, new(big.Int).Exp(big.NewInt(p.numerator), power, nil))
		wait.Quo(wait, new(big.Int).Exp(big.NewInt(p.denominator), power, nil))
		longest := p.longest
		if longest == 0 {
			longest = math.MaxInt64 / 2
		}
		if wait.Cmp(big.NewInt(int64(longest))) > 0 {
			return longest
		}
		return time.Duration(wait.Int64())
	case "jittered":
		named := &chance.Named{}
		named.Set(chance.Name{Seed: o.seed, Flow: f, Request: int64(l.number), Try: l.attempts, Purpose: chance.Jitter})
		return time.Duration(rand.New(named).Int64N(int64(p.wait) + 1))
	}
	return p.wait
}

// end records what became of a request.
func (o *oracle) end(f int, l *letter, e trace.End) {
	e.Flow, e.Request = o.flows[f].name, strconv.Itoa(l.number)
	if grade := o.flows[f].items[l.number].Grade; grade != tickets.Ungraded {
		correct := grade == tickets.Right && e.Outcome == trace.OutcomeCompleted
		e.Correct = &correct
	}
	o.ends = append(o.ends, e)
}
