package endpoint

import (
	"time"

	"ratesim/chance"
)

// A Fault is something that goes wrong with calls: when it does, and what then
// becomes of them.
type Fault interface {
	// Strike returns what the fault does to a call, or ok = false for nothing.
	Strike(m *Meeting) (e Effect, ok bool)
}

// A Remembering fault strikes by what came before. Reset forgets that; it comes
// before the first call of a run.
type Remembering interface {
	Fault
	Reset()
}

// A NamedFault is a Fault of a provider. Its chance is drawn by its name, so that
// it strikes the same calls whatever other faults there are.
type NamedFault struct {
	Name    string
	Of      Scope // whose calls it strikes; 0 for any
	Counted bool  // it strikes what the limits have admitted, and counted; otherwise they never see the call
	Fault   Fault
}

// strike returns what the fault does to a call.
func (f *NamedFault) strike(m *Meeting) (e Effect, ok bool) {
	if !m.is(f.Of) {
		return Effect{}, false
	}
	m.about(chance.PurposeOf(f.Name))
	return f.Fault.Strike(m)
}

// A Sometimes strikes by chance.
type Sometimes struct {
	Share    float64 // of calls, from 0 to 1
	PerToken float64 // added to that for each token of input
	Effect
}

// Strike draws once.
func (f Sometimes) Strike(m *Meeting) (Effect, bool) {
	more := float64(f.PerToken * float64(m.Input)) // rounded before the sum, on any processor
	return f.Effect, m.Happens(f.Share + more)
}

// An Outage strikes every call that comes in a time, or in several.
type Outage struct {
	From, To time.Duration // To not included; Forever for no end
	Lasts    time.Duration // of each; 0 for until To
	Every    time.Duration // from the beginning of one to that of the next, more than Lasts; 0 for one alone
	Effect
}

// Strike strikes from From on, until To, for as long as each lasts.
func (f Outage) Strike(m *Meeting) (Effect, bool) {
	e, end := f.Effect, f.endOf(m.Now)
	if e.Wait != TellsFixed && end < Forever {
		e.Told = end - m.Now
	}
	return e, f.From <= m.Now && m.Now < end
}

// endOf returns when the outage that began last at an instant ends, or has ended.
func (f Outage) endOf(now time.Duration) time.Duration {
	if f.Lasts == 0 || now < f.From {
		return f.To
	}
	began := f.From
	if f.Every > 0 {
		began = now - (now-f.From)%f.Every
	}
	return min(total(began, f.Lasts), f.To)
}

// Crowded strikes by chance, the more likely the more calls are in flight: with n
// of them, this one included, in Per · (n − Above) of cases.
type Crowded struct {
	Above int64
	Per   float64
	Effect
}

// Strike draws once.
func (f Crowded) Strike(m *Meeting) (Effect, bool) {
	return f.Effect, m.Happens(f.Per * float64(max(0, m.InFlight-f.Above)))
}
