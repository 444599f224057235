package server

import (
	"math/bits"
	"time"
)

// delays count by how much answers came later than they were due: the server's own
// overhead. Buckets are eighths of powers of two, so that a percentile is right to
// one part in eight.
type delays struct {
	buckets [64 * 8]int64
	count   int64
	most    time.Duration
	sum     time.Duration
}

// add counts a delay in real time.
func (d *delays) add(delay time.Duration) {
	delay = max(0, delay)
	d.buckets[bucketOf(delay)]++
	d.count++
	d.sum += delay
	d.most = max(d.most, delay)
}

func bucketOf(d time.Duration) int {
	n := uint64(d)
	if n < 8 {
		return int(n)
	}
	high := bits.Len64(n) - 1
	return (high-2)*8 + int(n>>(high-3)&7)
}

// bucketTop returns the longest delay of a bucket.
func bucketTop(i int) time.Duration {
	if i < 8 {
		return time.Duration(i)
	}
	high, part := i/8+2, i%8
	return time.Duration(uint64(8+part+1)<<(high-3) - 1)
}

// percentile returns the delay that so many in a hundred do not exceed, 0 for none.
func (d *delays) percentile(percent int64) time.Duration {
	rank := (d.count*percent + 99) / 100
	for i, n := range d.buckets {
		if rank -= n; rank <= 0 && d.count > 0 {
			return min(bucketTop(i), d.most)
		}
	}
	return d.most
}

// Overhead is by how much, in real time, answers came later than they were due.
type Overhead struct {
	Answers int64         `json:"answers"`
	P50     time.Duration `json:"p50_ns"`
	P99     time.Duration `json:"p99_ns"`
	Most    time.Duration `json:"max_ns"`
}

// slowMachine is the p99 from which the machine and not the model sets the pace.
const slowMachine = 20 * time.Millisecond

// IsTooSlow reports that the machine and not the model set the pace.
func (o Overhead) IsTooSlow() bool { return o.P99 > slowMachine }

func (d *delays) overhead() Overhead {
	return Overhead{Answers: d.count, P50: d.percentile(50), P99: d.percentile(99), Most: d.most}
}
