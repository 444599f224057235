// Package clienttest lets clients send the flows of a simulation in a bubble of fake time,
// over a network in memory, and compares the traces, for tests.
package clienttest

import (
	"context"
	"net"
	"sync"
	"sync/atomic"
)

// Pipes are a listener in memory.
type Pipes struct {
	connections chan net.Conn
	closed      chan struct{}
	once        sync.Once
	dialed      atomic.Int64
}

// NewPipes returns a listener to which nobody has connected.
func NewPipes() *Pipes {
	return &Pipes{connections: make(chan net.Conn), closed: make(chan struct{})}
}

// Accept returns the next connection.
func (p *Pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.connections:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close ends the listening.
func (p *Pipes) Close() error { p.once.Do(func() { close(p.closed) }); return nil }

// Addr returns an address that says nothing.
func (p *Pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// Dial connects to the listener, whatever the address; it is for an http.Transport.
func (p *Pipes) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	p.dialed.Add(1)
	near, far := net.Pipe()
	select {
	case p.connections <- far:
		return near, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Dialed returns how often somebody has dialed.
func (p *Pipes) Dialed() int { return int(p.dialed.Load()) }
