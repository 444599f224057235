package workload_test

import (
	"fmt"
	"time"

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
