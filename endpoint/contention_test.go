package endpoint

import "testing"

func TestAWriteFailsWhenAnotherRequestHasWrittenSinceItsRead(t *testing.T) {
	late := Effect{Status: Rejected, HTTP: 409}
	for _, run := range []struct {
		name  string
		calls []struct{ number, call int64 }
		late  string // a digit for each call: 1 for a write that comes too late
	}{
		{"one alone", []struct{ number, call int64 }{{1, 0}, {1, 1}}, "00"},
		{"one after the other", []struct{ number, call int64 }{{1, 0}, {1, 1}, {2, 0}, {2, 1}}, "0000"},
		{"both have read", []struct{ number, call int64 }{{1, 0}, {2, 0}, {1, 1}, {2, 1}}, "0001"},
		{"the loser reads again", []struct{ number, call int64 }{{1, 0}, {2, 0}, {1, 1}, {2, 1}, {2, 0}, {2, 1}}, "000100"},
		{"the loser does not read again", []struct{ number, call int64 }{{1, 0}, {2, 0}, {1, 1}, {2, 1}, {2, 1}}, "00011"},
		{"a third call is nobody's business", []struct{ number, call int64 }{{1, 0}, {1, 1}, {1, 2}}, "000"},
	} {
		t.Run(run.name, func(t *testing.T) {
			f := &Contention{Effect: late}
			for range 2 { // a second run begins anew
				f.Reset()
				for i, c := range run.calls {
					e, struck := f.Strike(&Meeting{Request: &Request{Number: c.number, Call: int(c.call)}})
					if want := run.late[i] == '1'; struck != want || struck && e != late {
						t.Errorf("call %d of request %d, in place %d: struck is %t with %+v; want %t", c.call, c.number, i, struck, e, want)
					}
				}
			}
		})
	}
}
