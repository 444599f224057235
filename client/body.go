package client

import (
	"bytes"
	"io"
	"net/http"
)

// A body is that of a request, which may have to be sent again.
type body struct {
	first  io.ReadCloser // as the caller gave it; nil when it was handed on, or there is none
	reopen func() (io.ReadCloser, error)
	length int64 // of what is held; -1 if it is not
	again  bool  // it can be sent again
}

// holdBody returns the body of a request, ready to be sent as often as need be. One
// that can neither be had again nor is small enough to be held can be sent once.
func (c *Client) holdBody(r *http.Request) (*body, error) {
	b := &body{first: r.Body, reopen: r.GetBody, length: -1, again: true}
	switch {
	case r.Body == nil || r.Body == http.NoBody:
		b.first = nil
		b.reopen = func() (io.ReadCloser, error) { return r.Body, nil }
	case r.GetBody == nil:
		return b, b.hold(c.HoldBody)
	}
	return b, nil
}

// hold reads a body into memory, if it is no longer than the bound.
func (b *body) hold(bound int64) error {
	held, err := io.ReadAll(io.LimitReader(b.first, bound+1))
	if err != nil {
		b.first.Close()
		return err
	}
	if int64(len(held)) > bound {
		b.first, b.again = joined{io.MultiReader(bytes.NewReader(held), b.first), b.first}, false
		return nil
	}
	err = b.first.Close()
	b.first, b.length = nil, int64(len(held))
	b.reopen = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(held)), nil }
	return err
}

// open returns the body for the next attempt.
func (b *body) open() (io.ReadCloser, error) {
	if first := b.first; first != nil {
		b.first = nil
		return first, nil
	}
	return b.reopen()
}

// close closes a body that was not handed on.
func (b *body) close() {
	if b.first != nil {
		b.first.Close()
	}
}

// joined is a reader with the closer of what it reads at last.
type joined struct {
	io.Reader
	io.Closer
}
