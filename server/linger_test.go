package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// listening starts a server behind a real listener.
func listening(t *testing.T) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := New(configOf(t, account("latency: constant(latency=0s)")))
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if _, err := s.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// A client that reads only when it has written all of a body that is too large, as
// Python's http.client does, sees the answer.
func TestAClientThatWritesAllBeforeItReadsSeesWhatIsWrong(t *testing.T) {
	address := listening(t)
	const size = 40 << 20
	for _, tt := range []struct{ method, path, head, says string }{
		{"POST", "/v1/chat/completions", fmt.Sprintf("Content-Length: %d", size), "8388608 bytes"},
		{"POST", "/v1/chat/completions", "Transfer-Encoding: chunked", "8388608 bytes"},
		{"PUT", "/ratesim/faults", fmt.Sprintf("Content-Length: %d", size), "65536 bytes"},
		{"POST", "/ratesim/reset", "Transfer-Encoding: chunked", "65536 bytes"},
		{"POST", "/v1/nothing", fmt.Sprintf("Content-Length: %d", size), "nothing under this path"},
	} {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_ = c.SetDeadline(time.Now().Add(30 * time.Second))
		body := strings.Repeat("x", size)
		if strings.HasPrefix(tt.head, "Transfer") {
			body = fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", size, body)
		}
		if _, err := fmt.Fprintf(c, "%s %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n\r\n%s", tt.method, tt.path, tt.head, body); err != nil {
			t.Errorf("%s %s, %s: not all could be written: %v", tt.method, tt.path, tt.head, err)
		}
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Errorf("%s %s, %s: %v", tt.method, tt.path, tt.head, err)
			continue
		}
		text, err := io.ReadAll(answer.Body)
		if err != nil || !strings.Contains(string(text), tt.says) {
			t.Errorf("%s %s, %s: %v, %d %s; want %q", tt.method, tt.path, tt.head, err, answer.StatusCode, text, tt.says)
		}
		c.Close()
	}
}

// A client that waits for leave to send a large body is not asked for it.
func TestABodyThatIsTooLargeIsNotAskedFor(t *testing.T) {
	c, err := net.Dial("tcp", listening(t))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(30 * time.Second))
	fmt.Fprintf(c, "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", 40<<20)
	line, err := bufio.NewReader(c).ReadString('\n')
	if err != nil || !strings.Contains(line, " 413 ") {
		t.Errorf("%q, %v", line, err)
	}
}
