package tickets

import (
	"fmt"
	"io"
	"runtime"
	"testing"
)

// A ticketStream is a JSON Lines file of count tickets that is never in memory as
// a whole. Ids have 36 bytes, as UUIDs have.
type ticketStream struct {
	count int
	next  int
	rest  []byte
}

func (s *ticketStream) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		if s.next == s.count {
			return 0, io.EOF
		}
		const text = "Good morning, I was charged twice for order 4711 last week and nobody has answered my two messages. Please help."
		s.rest = fmt.Appendf(s.rest[:0], `{"id":"%08x-0000-4000-8000-%012x","text":"%s %d","topic":"topic %d"}`+"\n",
			s.next, s.next, text, s.next, s.next%10)
		s.next++
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// held returns the bytes of memory in use.
func held() float64 {
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return float64(memory.HeapAlloc)
}

// BenchmarkLoadMillion tells how many bytes a ticket takes, while a million are
// loaded and after it.
func BenchmarkLoadMillion(b *testing.B) {
	const million = 1_000_000
	for _, spooled := range []bool{false, true} {
		b.Run(fmt.Sprintf("spool=%v", spooled), func(b *testing.B) {
			for b.Loop() {
				before := held()
				var during float64
				compiled := 0
				o := LoadOptions{Compile: func(Ticket) Item {
					if compiled++; compiled == million {
						during = held()
					}
					return Item{}
				}}
				if spooled {
					o.Spool = newSpoolFile(b)
				}
				loaded, _, err := Load(&ticketStream{count: million}, o)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric((during-before)/million, "bytes/ticket-loading")
				b.ReportMetric((held()-before)/million, "bytes/ticket")
				runtime.KeepAlive(loaded)
			}
			b.ReportMetric(float64(million*b.N)/b.Elapsed().Seconds(), "tickets/s")
		})
	}
}
