package clienttest

import (
	"context"
	"sync"
	"time"

	"ratesim/client"
	"ratesim/sim"
	"ratesim/workload"
)

// An Outing is when the requests of a flow are sent.
type Outing struct {
	Run   *client.Run
	Seed  int64
	Until time.Duration // no request arrives then or later
}

// Send calls a function for each request of a flow when it arrives, all at once where
// they do, with what the client is to know of it. It returns when all have ended.
func (o Outing) Send(f sim.Flow, send func(context.Context)) {
	if seeded, ok := f.Arrivals.(workload.Seeded); ok {
		seeded.Seed(o.Seed, f.Place)
	}
	f.Arrivals.Reset()
	var all sync.WaitGroup
	for {
		at, index, ok := f.Arrivals.Next()
		if !ok || at >= o.Until {
			break
		}
		time.Sleep(at - o.Run.Now())
		size := f.Client.Sizes.Of(o.Seed, int64(index), 0)
		about := client.Request{
			ID:        f.Requests.Ticket(index).ID,
			Number:    int64(index) + 1,
			Prompt:    size.Input,
			Cached:    size.Cached,
			Estimate:  size.Estimate,
			MaxOutput: size.MaxOutput,
		}
		all.Go(func() { send(client.With(context.Background(), about)) })
	}
	all.Wait()
}
