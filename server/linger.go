package server

import (
	"io"
	"net/http"
	"time"
)

// What is left of a body that is refused is read so far and so long, and dropped: a
// client that still writes when its connection is closed does not see why.
const (
	lingerBytes = 64 << 20
	lingerFor   = 5 * time.Second
)

// linger sends the answer to a request whose body was not read to its end, and reads on.
func linger(w http.ResponseWriter, r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody {
		return
	}
	control := http.NewResponseController(w)
	_ = control.Flush() // a client that reads while it writes need not go on
	_ = control.SetReadDeadline(time.Now().Add(lingerFor))
	_, _ = io.CopyN(io.Discard, r.Body, lingerBytes)
	_ = control.SetReadDeadline(time.Now()) // what is left now is not waited for
}
