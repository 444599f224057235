package server

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
)

// Serve answers what comes to a listener until Shutdown is called. It closes the
// listener.
func (s *Server) Serve(l net.Listener) error {
	b := s.config.Bounds
	s.mu.Lock()
	s.http = &http.Server{
		Handler:           s,
		ReadHeaderTimeout: b.Read,
		IdleTimeout:       b.Idle,
		MaxHeaderBytes:    b.Header,
		ErrorLog:          log.New(io.Discard, "", 0), // what clients do wrong is counted, not told
	}
	serving := s.http
	s.mu.Unlock()
	err := serving.Serve(&boundedListener{Listener: l, room: make(chan struct{}, b.Connections)})
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Shutdown takes no further connections, lets what is in flight come to its end until
// the context ends, cuts off the rest, and returns what came of it all.
func (s *Server) Shutdown(ctx context.Context) (Result, error) {
	result, err := s.Finish(ctx)
	s.mu.Lock()
	serving := s.http
	s.mu.Unlock()
	if serving == nil {
		return result, err
	}
	if serving.Shutdown(ctx) != nil {
		_ = serving.Close() // whoever is left has had the time
	}
	return result, err
}

// A boundedListener has so many connections open at most, and closes others as soon
// as they come.
type boundedListener struct {
	net.Listener
	room chan struct{}
}

// Accept returns the next connection for which there is room.
func (l *boundedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		select {
		case l.room <- struct{}{}:
			return &boundedConn{Conn: c, leave: sync.OnceFunc(func() { <-l.room })}, nil
		default:
			_ = c.Close()
		}
	}
}

// A boundedConn gives its room back when it is closed.
type boundedConn struct {
	net.Conn
	leave func()
}

// Close closes the connection.
func (c *boundedConn) Close() error {
	c.leave()
	return c.Conn.Close()
}

// SetLinger says what becomes of unsent bytes on closing; see net.TCPConn.
func (c *boundedConn) SetLinger(seconds int) error {
	if tcp, ok := c.Conn.(*net.TCPConn); ok {
		return tcp.SetLinger(seconds)
	}
	return nil
}
