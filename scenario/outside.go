package scenario

import "ratesim/policy"

// CaseOf returns the case of a load and a policy that was not made from a spec,
// such as one of your own. The load is "" for an open scenario.
func (m *Model) CaseOf(load string, p policy.Policy) (Case, error) {
	c := Case{Load: load, Policy: p.Spec().Name, policy: p, spec: policy.String(p)}
	if m.account != nil {
		return c, nil
	}
	if err := m.Scenario.CheckLoad(load); err != nil {
		return c, err
	}
	c.load = *m.Scenario.Loads.At(load)
	return c, nil
}
