package trace

// A Busiest is the window of a limit in which first attempts asked most of it: of
// one of those who have the limit each for themselves.
type Busiest struct {
	Limit string // its name
	Key   string // whose it is, if keys have it each for themselves
	Model string // the same of models
	Asked int64  // units
	Owed  int64  // of them, which the last attempt may take though they are not there
	From  int64  // ns, when the window began
}

// A demand follows what first attempts ask of a limit.
type demand struct {
	limit Limit
	pools map[scope]*wish
	order []*wish // in which they appeared
}

// A wish is what is asked of one scope's limit within a window.
type wish struct {
	busiest Busiest
	recent  history
}

// demandsOf returns the demands of a run's limits that admit so much in a window,
// not more when more is asked.
func demandsOf(r Run) (all []*demand) {
	for _, l := range r.Limits {
		if l.WindowNS > 0 && l.Limit > 0 && (l.Rule == nil || l.Rule.Kind != LimitEarned) {
			all = append(all, &demand{limit: l, pools: map[scope]*wish{}})
		}
	}
	return all
}

// first counts the first attempt of a request.
func (d *demand) first(at int64, p Pace) {
	rule := d.limit.Rule
	if rule != nil && !d.limit.isAbout(p.Model) {
		return
	}
	var s scope
	if rule != nil && rule.PerKey {
		s.key = p.Key
	}
	if rule != nil && rule.PerModel {
		s.model = p.Model
	}
	w := d.pools[s]
	if w == nil {
		w = &wish{busiest: Busiest{Limit: d.limit.Name, Key: s.key, Model: s.model}}
		d.pools[s], d.order = w, append(d.order, w)
	}
	units := p.Of(d.limit.Unit)
	w.recent.forget(at - d.limit.WindowNS)
	w.recent.add(counted{at: at, units: units})
	owed := int64(0)
	if rule != nil && rule.Debt {
		owed = units
	}
	if most := &w.busiest; w.recent.sum-owed > most.Asked-most.Owed {
		most.Asked, most.Owed, most.From = w.recent.sum, owed, w.recent.entries[0].at
	}
}

// Of returns how many units of a limit are asked for, 0 of a unit that attempts do
// not ask for.
func (a Asked) Of(unit string) int64 {
	switch unit {
	case "calls", UnitRequests:
		return a.Requests
	case UnitInput:
		return a.Input
	case UnitOutput:
		return a.Output
	case UnitTokens:
		return a.Input + a.Output
	}
	return 0
}
