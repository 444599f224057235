//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"ratesim/policy"
)

// What CPython 3.11 prints for [int(r.random() * 2**53) for _ in range(3)] with
// r = random.Random(seed). The sign of a seed does not count; large ones have
// several words of 32 bits.
func TestDrawsAreThoseOfPython(t *testing.T) {
	for _, test := range []struct {
		seed string
		want [3]uint64
	}{
		{"8", [3]uint64{2041984847662399, 8667583129608409, 1137887576178782}},
		{"-8", [3]uint64{2041984847662399, 8667583129608409, 1137887576178782}},
		{"0", [3]uint64{7605875871743422, 6827046333291546, 3788172029424828}},
		{"1", [3]uint64{1210245519433057, 7633004523783416, 6879470178836243}},
		{"4294967296", [3]uint64{1017762183364142, 3763467840202643, 150207355903644}},
		{"4294967304", [3]uint64{236859376376486, 329412920914753, 3712553423392224}},
		{"18446744073709551621", [3]uint64{4598881176229409, 7924161481863087, 4638135927895850}},
		{"-1267650600228229401496703205376", [3]uint64{6833385315133622, 2032204718014761, 8827669656739554}},
	} {
		var seed pythonSeed
		if err := seed.Set(test.seed); err != nil {
			t.Fatal(err)
		}
		rng := rand.New(seed.source())
		for i, want := range test.want {
			if got := uint64(rng.Float64() * (1 << 53)); got != want {
				t.Errorf("draw %d of seed %s is %d/2⁵³; want %d/2⁵³", i+1, test.seed, got, want)
			}
		}
		if seed.String() != test.seed {
			t.Errorf("seed %s is shown as %s", test.seed, seed.String())
		}
	}
}

func TestASeedIsAWholeNumber(t *testing.T) {
	for _, text := range []string{"", "x", "1.5", "0x8", "1e3", " 8"} {
		var seed pythonSeed
		if err := seed.Set(text); err == nil {
			t.Errorf("%q is a seed, %s; want an error", text, seed.String())
		}
	}
}

// FuzzPythonSeed reads any text; what it reads as a number seeds a generator, and
// its sign does not count.
func FuzzPythonSeed(f *testing.F) {
	for _, text := range []string{"8", "-8", "+8", "0", "-0", "18446744073709551616", "x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var seed pythonSeed
		if seed.Set(text) != nil {
			return
		}
		opposite := pythonSeed{*new(big.Int).Neg(&seed.Int)}
		if a, b := seed.source().Uint64(), opposite.source().Uint64(); a != b || a >= 1<<53 {
			t.Errorf("%s draws %d and with the other sign %d", text, a, b)
		}
	})
}

// inProcess runs the program in this process.
func inProcess(args ...string) (code int, out, err string) {
	var stdout, stderr bytes.Buffer
	code = ratesim(edge{args: args, out: &stdout, err: &stderr, temporary: &temporaries{}})
	return code, stdout.String(), stderr.String()
}

// With --real the clock goes on by the waits, and what is told is the same.
func TestWatchWaitsInRealTime(t *testing.T) {
	t.Parallel()
	args := []string{"watch", "--script", "429,503", "--policy", "fixed(wait=5ms)", "--took", "1ms"}
	_, want, _ := inProcess(args...)
	begun := time.Now()
	code, got, _ := inProcess(append(args, "--real")...)
	if took := time.Since(begun); code != exitDone || got != want || took < 13*time.Millisecond {
		t.Errorf("exit code %d after %v:\n%s\nwant, after 13ms at least:\n%s", code, took, got, want)
	}
}

// Each line is there before the wait that it tells of, and a signal ends that.
func TestASignalEndsARealWait(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("ratesim", "watch", "--script", "rate_limit", "--policy", "fixed(wait=1h)", "--real")
	term := start(t, 80, cmd)
	term.await(t, "attempt 1: rate limited (429); waits 3600.00 s")
	if err := term.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	code, want := term.wait(t), "ratesim: stopped by interrupt"
	if shown := screen(term.text()); code != exitInterrupt || !strings.HasSuffix(shown, want) {
		t.Errorf("exit code %d; want %d; the terminal shows %q; want it to end with %q", code, exitInterrupt, shown, want)
	}
}

// A pipe that is closed ends the request, too.
func TestWatchEndsWithItsReader(t *testing.T) {
	w := &watch{out: closed{}, script: []outcome{{answered: true}}, session: policy.Begin(policy.None{}, 0)}
	if err := w.run(context.Background()); !errors.Is(err, syscall.EPIPE) {
		t.Errorf("have %v; want %v", err, syscall.EPIPE)
	}
}

// closed is a pipe that nobody reads.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, syscall.EPIPE }
