package sim

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"ratesim/governor"
	"ratesim/policy"
)

func TestACircleIsAllWhoShareGovernorsByWayOfOthers(t *testing.T) {
	g := []governor.Governor{&slot{}, &slot{}, &slot{}, &slot{}, &slot{}}
	var flows []*flow
	for _, governors := range [][]governor.Governor{{g[0]}, {g[1], g[2]}, {}, {g[3]}, {g[0], g[2]}, {g[4], g[3]}} {
		flows = append(flows, &flow{Flow: Flow{Client: &Client{Governors: governors}}})
	}
	flows = append(flows, &flow{}) // without a Client
	drawCircles(flows)
	names := map[*circle]byte{nil: '-'}
	var got []byte
	for _, f := range flows {
		if names[f.circle] == 0 {
			names[f.circle] = byte('a' + len(names) - 1)
		}
		got = append(got, names[f.circle])
	}
	if want := "aa-bab-"; string(got) != want {
		t.Errorf("circles %s; want %s", got, want)
	}
}

// A patient governor lets nobody send before an instant, and remembers when it
// was asked.
type patient struct {
	free
	until time.Duration
	asked []time.Duration
}

func (p *patient) Reset()                             { p.asked = nil }
func (*patient) Take(time.Duration, governor.Sending) {}
func (p *patient) Ask(now time.Duration, _ governor.Sending, _ *rand.Rand) governor.Permit {
	p.asked = append(p.asked, now)
	return governor.Permit{Wait: max(0, p.until-now)}
}

func TestWhoIsHeldAsksAgainWhenHisOwnCircleHears(t *testing.T) {
	for _, order := range []Order{ByFlow, Fair} {
		shared, alone, open := &patient{until: 9 * second}, &patient{until: 9 * second}, &slot{}
		c := clients(taking(2*second), policy.None{}, []time.Duration{0}, // heard at 2 s
			&Client{Governors: []governor.Governor{open}},
			&Client{Governors: []governor.Governor{shared, open}},
			&Client{Governors: []governor.Governor{alone}})
		c.Order = order
		told(t, c)
		if want := []time.Duration{0, 2 * second, 9 * second}; !slices.Equal(shared.asked, want) {
			t.Errorf("order %d: who shares a governor asks at %v; want %v", order, shared.asked, want)
		}
		if want := []time.Duration{0, 9 * second}; !slices.Equal(alone.asked, want) {
			t.Errorf("order %d: who shares none asks at %v; want %v", order, alone.asked, want)
		}
	}
}

// A gate is closed to the first flow until something was heard.
type gate struct {
	free
	open bool
}

func (g *gate) Reset()                                                  { g.open = false }
func (*gate) Take(time.Duration, governor.Sending)                      {}
func (g *gate) Heard(time.Duration, governor.Sending, governor.Outcome) { g.open = true }
func (g *gate) Ask(_ time.Duration, s governor.Sending, _ *rand.Rand) governor.Permit {
	if s.Flow == 0 && !g.open {
		return governor.Permit{Wait: governor.Forever}
	}
	return governor.Permit{}
}

func TestAFlowWhoseTurnHasPassedSendsAtTheSameInstant(t *testing.T) {
	for _, order := range []Order{ByFlow, ByQueue, Fair} {
		for later := 1; later < 4; later++ {
			g := &gate{}
			all := []*Client{{Governors: []governor.Governor{g}}, {}, {}, {}}
			all[later].Governors = []governor.Governor{g}
			c := clients(taking(0), policy.None{}, []time.Duration{0, second}, all...)
			c.Order = order
			if got, want := told(t, c).sentAt("a"), []time.Duration{0, second}; !slices.Equal(got, want) {
				t.Errorf("order %d, let through by flow %d: sent at %v; want %v", order, later, got, want)
			}
		}
	}
}
