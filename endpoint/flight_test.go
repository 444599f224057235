package endpoint

import (
	"reflect"
	"testing"
	"time"
)

// Whether it is known on arrival that a client will hang up, or only when it does,
// the call becomes the same, and the limits have counted the same afterwards.
func TestHangingUpLateIsHangingUp(t *testing.T) {
	account := written{
		limits: []string{
			"output: token-bucket(limit=60000, window=60s, of=output, when=settled)",
			"produced: token-bucket(limit=600, window=60s, of=output, when=produced)",
			"in flight: concurrency(limit=1)",
		},
		latency: "tokens(first=constant(latency=1s), per-token=20ms)", server: "server(slots=1)", roundTrip: 500 * ms,
	}
	for _, fault := range []string{"", "partial(at=0.5)", "error(after=3s)", "timeout(after=5s)", "hang", "connection(after=2s, worked=yes)"} {
		for hangUp := time.Duration(0); hangUp < 24*second; hangUp += 313 * ms {
			known, late := account, account
			if fault != "" {
				known.faults, late.faults = []string{"f: " + fault}, []string{"f: " + fault}
			}
			first, second := known.build(t), late.build(t)
			want := first.Serve(0, &Request{Input: 10, Output: 500, MaxOutput: 1000, HangUp: hangUp})
			answer, flight := second.Send(0, &Request{Input: 10, Output: 500, MaxOutput: 1000, HangUp: Forever})
			if answer.Heard > hangUp {
				answer = second.Hangup(hangUp, &flight)
			}
			if answer.Said, want.Said = nil, nil; !reflect.DeepEqual(answer, want) {
				t.Fatalf("%s, hanging up at %v: %+v; want %+v", fault, hangUp, answer, want)
			}
			after := max(hangUp, answer.Done)
			if answer.Done == Forever {
				after = hangUp
			}
			next, wanted := second.Serve(after, patient(Request{Output: 1})), first.Serve(after, patient(Request{Output: 1}))
			if !reflect.DeepEqual(next, wanted) {
				t.Fatalf("%s, after hanging up at %v: %+v; want %+v", fault, hangUp, next, wanted)
			}
		}
	}
}

// Who leaves the line, or a slot, makes room for those who come later.
func TestHangingUpMakesRoom(t *testing.T) {
	p := written{latency: "constant(latency=10s)", server: "server(slots=1, queue=1)"}.build(t)
	_, working := p.Send(0, patient(Request{Output: 1}))
	_, waiting := p.Send(0, patient(Request{Output: 1}))
	if a := p.Serve(0, patient(Request{})); a.Status != ServerError {
		t.Errorf("with a full line: %+v", a)
	}
	p.Hangup(second, &waiting)
	if a := p.Serve(2*second, patient(Request{Output: 1})); a.Heard != 20*second {
		t.Errorf("it takes the place in the line and ends at %v; want 20s", a.Heard)
	}
	p.Hangup(3*second, &working)
	if a := p.Hangup(30*second, &working); a.Status != OK {
		t.Errorf("it had been heard: %+v", a)
	}
}
