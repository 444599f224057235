//go:build unix

package server

import (
	"syscall"
	"testing"
	"time"
)

// processorTime returns how long the processors have worked for this process, which does
// not depend on who else they work for.
func processorTime(b testing.TB) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
