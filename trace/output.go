package trace

// output notes when the output of an attempt began, if it had any by the horizon.
func (m *Measures) output(c *course, a *Attempt, horizon int64) {
	began := max(a.reached(), a.First)
	if a.First == 0 && a.Status == StatusOK && max(a.OutputTokens, a.Produced) == 0 {
		began = max(a.At, a.Heard) // an answer without a token is there when it is heard of
	}
	if began >= horizon || !a.hasOutput(began) {
		return
	}
	if !c.spoken {
		m.FirstOutputs.Add(began - c.arrival)
	}
	c.spoken, c.began = true, began
}

// hasOutput reports that the client saw some output of an attempt, which began at
// an instant.
func (a *Attempt) hasOutput(began int64) bool {
	return a.Status == StatusOK || max(a.OutputTokens, a.Produced) > 0 && began < max(a.At, a.Heard)
}
