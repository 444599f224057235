package endpoint

// httpGatewayTimeout is how a lesson's timeout shows over HTTP (RFC 9110, section
// 15.6.5).
const httpGatewayTimeout = 504

// Strike makes Faults a Fault of a Provider: what Draw finds strikes the call, at
// once, as with Limited. Of an output that breaks off one token comes, if it has
// more.
func (f *Faults) Strike(m *Meeting) (Effect, bool) {
	switch f.Draw(m.name.Seed, m.Request) {
	case Timeout:
		return Effect{Status: Timeout, HTTP: httpGatewayTimeout, Billed: true}, true
	case PartialOutput:
		e := Effect{Status: PartialOutput, HTTP: httpOK, Billed: true}
		if m.Output > 1 {
			e.Token = 1
		}
		return e, true
	}
	return Effect{}, false
}
