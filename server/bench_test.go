package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ratesim/trace"
)

// busy is an endpoint whose limits are always in question.
const busy = `
limits:
  requests: token-bucket(limit=600000, window=60s)
  tokens: token-bucket(limit=30000000, window=60s, of=tokens, when=settled)
  keys: sliding-log(limit=2000, window=1s, per=key)
latency: constant(latency=0s)
hints:
  ms: milliseconds()
  left: remaining()
`

// oracled is a server whose whole log is replayed afterwards by the rules of its
// limits, which is code that the limits themselves do not share.
func oracled(b testing.TB) (*Server, func()) {
	log := &bytes.Buffer{}
	file := trace.NewWriter(log)
	c := configOf(b, account(strings.ReplaceAll(busy, "  left: remaining()\n", "")))
	c.Trace = file
	s := New(c)
	return s, func() {
		if _, err := s.Shutdown(context.Background()); err != nil {
			b.Error(err)
		}
		if err := file.Flush(); err != nil {
			b.Error(err)
		}
		prove(b, log.Bytes())
	}
}

// BenchmarkDecisions measures attempts that are read, decided, recorded and answered,
// without a network: a closed loop of as many clients as there are cores.
func BenchmarkDecisions(b *testing.B) {
	s, check := oracled(b)
	body := chat(`,"max_tokens":1`)
	var client atomic.Int64
	used := processorTime(b)
	b.RunParallel(func(p *testing.PB) {
		key := fmt.Sprintf("Bearer client-%d", client.Add(1))
		w := &discarded{header: http.Header{}}
		for p.Next() {
			r, _ := http.NewRequest("POST", "/v1/chat/completions", strings.NewReader(body))
			r.Header.Set("Authorization", key)
			clear(w.header)
			s.ServeHTTP(w, r)
		}
	})
	b.StopTimer()
	report(b, used)
	check()
}

// report says how many decisions a second there were, and what each took of the
// processors.
func report(b *testing.B, used time.Duration) {
	b.Helper()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
	b.ReportMetric(float64((processorTime(b)-used).Nanoseconds())/1000/float64(b.N), "cpu-µs/decision")
}

// discarded is an answer that nobody reads.
type discarded struct{ header http.Header }

func (d *discarded) Header() http.Header         { return d.header }
func (d *discarded) Write(p []byte) (int, error) { return len(p), nil }
func (d *discarded) WriteHeader(int)             {}

// BenchmarkClosedLoop measures the same over the loopback, with 64 connections.
func BenchmarkClosedLoop(b *testing.B) {
	s, check := oracled(b)
	address := listen(b, s)
	var left atomic.Int64
	left.Store(int64(b.N))
	var wait sync.WaitGroup
	used := processorTime(b)
	b.ResetTimer()
	for client := range 64 {
		wait.Go(func() {
			h := newRawClient(b, address, client)
			defer h.connection.Close()
			for left.Add(-1) >= 0 {
				h.call(b)
			}
		})
	}
	wait.Wait()
	b.StopTimer()
	report(b, used)
	b.ReportMetric(float64(s.State().Overhead.P99.Microseconds()), "p99-delay-µs")
	check()
}

// BenchmarkOpenLoop sends at a rate of its own, 2,000 a second, however the server
// keeps up, and measures from when a call was due.
func BenchmarkOpenLoop(b *testing.B) {
	s, check := oracled(b)
	address := listen(b, s)
	const every = 500 * time.Microsecond
	idle := make(chan *rawClient, 256)
	for client := range cap(idle) {
		idle <- newRawClient(b, address, client)
	}
	var late delays
	var mu sync.Mutex
	var wait sync.WaitGroup
	b.ResetTimer()
	began := time.Now()
	for i := range b.N {
		due := began.Add(time.Duration(i) * every)
		time.Sleep(time.Until(due))
		wait.Go(func() {
			h := <-idle
			h.call(b)
			idle <- h
			mu.Lock()
			late.add(time.Since(due))
			mu.Unlock()
		})
	}
	wait.Wait()
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
	b.ReportMetric(float64(late.percentile(99).Microseconds()), "p99-µs")
	for range cap(idle) {
		(<-idle).connection.Close()
	}
	check()
}

// listen serves on the loopback until the benchmark ends.
func listen(b testing.TB, s *Server) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	go func() { _ = s.Serve(l) }()
	return l.Addr().String()
}

// A rawClient writes requests and reads answers with next to no work of its own.
type rawClient struct {
	connection net.Conn
	request    []byte
	answer     []byte
}

func newRawClient(b testing.TB, address string, number int) *rawClient {
	c, err := net.Dial("tcp", address)
	if err != nil {
		b.Fatal(err)
	}
	body := chat(`,"max_tokens":1`)
	request := fmt.Sprintf("POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer client-%d\r\nContent-Length: %d\r\n\r\n%s", number, len(body), body)
	return &rawClient{connection: c, request: []byte(request), answer: make([]byte, 16<<10)}
}

// call makes one call. An answer fits into one packet, and ends with a brace.
func (h *rawClient) call(b testing.TB) {
	if _, err := h.connection.Write(h.request); err != nil {
		b.Error(err)
		return
	}
	n, err := h.connection.Read(h.answer)
	for err == nil && n < len(h.answer) && h.answer[n-1] != '}' {
		var more int
		more, err = h.connection.Read(h.answer[n:])
		n += more
	}
	if err != nil && err != io.EOF || !bytes.HasPrefix(h.answer[:n], []byte("HTTP/1.1 ")) {
		b.Errorf("%v: %.40q", err, h.answer[:n])
	}
}

// Many clients at once over the loopback: the log, replayed, has no wrong decision.
func TestDecisionsUnderConcurrencyAreExact(t *testing.T) {
	s, check := oracled(t)
	address := listen(t, s)
	var wait sync.WaitGroup
	for client := range 16 {
		wait.Go(func() {
			h := newRawClient(t, address, client%3)
			defer h.connection.Close()
			for range 200 {
				h.call(t)
			}
		})
	}
	wait.Wait()
	if n := s.State().Statuses; n["ok"]+n["rate_limit"] != 3200 {
		t.Errorf("attempts: %v", n)
	}
	check()
}
