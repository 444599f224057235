package client_test

import (
	"net/http"
	"testing"

	"ratesim/client"
	"ratesim/governor"
	"ratesim/policy"
)

// What a client adds to a request that is answered at once, with a governor.
func BenchmarkRoundTrip(b *testing.B) {
	c := client.New(client.Options{Policy: policy.Course(), Governors: []governor.Governor{&governor.Concurrency{Limit: 100}}})
	by := c.Transport(answering{})
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		r, err := http.NewRequest(http.MethodGet, "http://localhost/", nil)
		if err != nil {
			b.Error(err)
		}
		for pb.Next() {
			answer, err := by.RoundTrip(r)
			if err != nil {
				b.Error(err)
			}
			answer.Body.Close()
		}
	})
}

// answering answers at once.
type answering struct{}

func (answering) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
}
