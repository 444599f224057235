package workload_test

import (
	"fmt"
	"time"

	"ratesim/chance"
	"ratesim/workload"
)

// Four requests come steadily, three more at once in step 1.
func ExampleBurst() {
	b := &workload.Burst{Step: time.Second, Count: 7, Steady: 4, PerStep: 1, Start: 1, Load: 3}
	b.Reset()
	for at, request, ok := b.Next(); ok; at, request, ok = b.Next() {
		fmt.Println(at, request)
	}
	fmt.Println("the last in step", b.Last())
	// Output:
	// 0s 0
	// 1s 1
	// 1s 4
	// 1s 5
	// 1s 6
	// 2s 2
	// 3s 3
	// the last in step 3
}

func ExamplePeriodic() {
	p := &workload.Periodic{Every: 2 * time.Second, Until: 6 * time.Second}
	p.Reset()
	for at, request, ok := p.Next(); ok; at, request, ok = p.Next() {
		fmt.Println(at, request)
	}
	// Output:
	// 0s 0
	// 2s 1
	// 4s 2
}

// Six requests a minute; and three workers of whom each thinks for a second.
func ExampleTrafficForms() {
	source, canonical, err := workload.TrafficForms().Parse("constant(rate=6/m, until=30s, from=0s)", 0)
	fmt.Println(canonical, err)
	arrivals := source().Arrivals
	arrivals.Reset()
	for at, request, ok := arrivals.Next(); ok; at, request, ok = arrivals.Next() {
		fmt.Println(at, request)
	}

	source, _, err = workload.TrafficForms().Parse("loop(workers=3, think=1s)", 0)
	fmt.Println(source().Loop.Workers, source().Loop.Think, err)
	// Output:
	// constant(rate=6/m, until=30s) <nil>
	// 0s 0
	// 10s 1
	// 20s 2
	// 3 1s <nil>
}

// A third of the prompts are long.
func ExampleSizeForms() {
	size, _, err := workload.SizeForms().Parse("choice(of=200>5000, weights=2>1)", 0)
	fmt.Println(err)
	for request := range int64(4) {
		fmt.Println(size.Of(chance.Name{Seed: 42, Request: request, Purpose: chance.Size}))
	}
	// Output:
	// <nil>
	// 200
	// 200
	// 5000
	// 200
}

// Two workers, of whom the second begins a second later; a request takes 5 s.
func ExampleLoop() {
	loop := &workload.Loop{Workers: 2, Requests: 3, Stagger: time.Second}
	loop.Reset()
	for at, ok := loop.Peek(); ok; at, ok = loop.Peek() {
		worker, request := loop.Pop()
		fmt.Println(at, "worker", worker, "request", request)
		loop.Ended(at+5*time.Second, worker)
	}
	// Output:
	// 0s worker 0 request 0
	// 1s worker 1 request 1
	// 5s worker 0 request 2
}
