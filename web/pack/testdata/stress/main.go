// Stress does what needs Go's table of functions at run time: it grows stacks and clears
// away memory while pointers are on them, unwinds panics through deferred calls, and
// ends in a panic.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

type link struct {
	next  *link
	depth int
}

// descend has a pointer in each frame, and clears away memory at the bottom.
func descend(depth int, from *link) int {
	here := &link{next: from, depth: depth}
	if depth == 0 {
		runtime.GC()
		return count(here)
	}
	below := descend(depth-1, here)
	if here.next != from || here.depth != depth {
		panic("a frame has lost its pointer")
	}
	return below + here.depth%2
}

func count(l *link) (n int) {
	for ; l != nil; l = l.next {
		n++
	}
	return n
}

// unwind panics below so many deferred calls, the last of which recovers.
func unwind(calls int) (sum int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
		}
	}()
	for n := range calls {
		defer func() { sum += n }()
	}
	var empty []int
	return empty[calls], nil
}

func main() {
	var (
		all  sync.WaitGroup
		each = make(chan int)
	)
	for n := range 8 {
		all.Go(func() { each <- descend(1000*n, nil) })
	}
	go func() { all.Wait(); close(each) }()
	sum := 0
	for n := range each {
		sum += n
	}
	fmt.Println(sum)
	fmt.Println(unwind(20))
	panic("this is told")
}
