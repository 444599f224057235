package endpoint

import (
	"time"

	"ratesim/chance"
)

// A Distant endpoint lies behind a network, on which a call is on its way for some
// time before it is served.
type Distant interface {
	Endpoint
	// IsDistant reports whether calls are on their way for any time.
	IsDistant() bool
	// Way returns for how long a call that is sent now is on its way. The same
	// request takes the same time at the same try.
	Way(now time.Duration, r *Request) time.Duration
}

// IsDistant reports whether the provider has a Network.
func (p *Provider) IsDistant() bool { return p.Network != nil }

// Way draws for how long a call is on its way to the provider.
func (p *Provider) Way(now time.Duration, r *Request) time.Duration {
	if p.Network == nil {
		return 0
	}
	p.meet(now, r)
	return p.message(chance.Sending)
}

// message draws for how long the present call or its answer is on its way.
func (p *Provider) message(purpose chance.Purpose) time.Duration {
	if p.Network == nil {
		return 0
	}
	p.meeting.about(purpose)
	_, whole := p.Network.Of(&p.meeting)
	return whole
}
