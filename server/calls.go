package server

import (
	"container/list"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"time"

	"ratesim/wire"
)

// A call is what a client wants done, as far as its attempts show it.
type call struct {
	id     string // in the trace
	flow   int
	number int64  // by which its chance is named
	client string // its key as shown
	print  print
	key    string // by which it is found, if its client has named it; else ""

	attempts int      // that were sent
	met      int      // of them, by the endpoint
	counted  int      // the SDK's own count of the last attempt; −1 if it sends none
	flight   *attempt // that is not over; nil for none
	last     *outcome // of the attempt before; nil for none
	hurried  int      // attempts in a row that came at once

	place *list.Element // among those that wait, the longest first; nil for none
}

// A print tells calls apart that have no name: the hash of who asks for what.
type print [16]byte

// printOf returns the print of a request.
func printOf(r wire.Route, key string, body []byte) (p print) {
	h := sha256.New()
	for _, part := range [][]byte{[]byte{byte(r.API), byte(r.Vendor)}, []byte(r.Model), []byte(key), body} {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(part))))
		h.Write(part)
	}
	copy(p[:], h.Sum(nil))
	return p
}

// number returns a number by which chance can be named.
func (p print) number(turn int64) int64 {
	w := writer{state: binary.LittleEndian.Uint64(p[:]) + uint64(turn)}
	return int64((w.next() ^ binary.LittleEndian.Uint64(p[8:])) >> 1)
}

// calls are those that may see a further attempt.
type calls struct {
	most   int
	named  map[string]*call
	prints map[print][]*call // the oldest first
	turns  map[print]int64   // calls of a print so far
	wait   *list.List        // of *call, in the order in which they failed
}

func newCalls(most int) calls {
	return calls{most: most, named: map[string]*call{}, prints: map[print][]*call{}, turns: map[print]int64{}, wait: list.New()}
}

// A sign is all by which an attempt may be known to belong to a call.
type sign struct {
	flow    int
	client  string
	name    string // "" for none
	step    int    // of the chain of that name; 0 for the first
	print   print
	count   int // the SDK's own count; −1 for none
	attempt int // which attempt it is by its own words; −1 for none
}

// key returns the key of a named call.
func (s *sign) key() string { return strconv.Itoa(s.flow) + " " + s.id() }

// id returns the name of a call in the trace: those of a chain behind the first have
// theirs, as in 7.2.
func (s *sign) id() string {
	if s.step == 0 {
		return s.name
	}
	return s.name + "." + strconv.Itoa(s.step+1)
}

// find returns the call of which an attempt is a further one, nil if it is the first
// of a new one.
//
// A name decides. Without one, an attempt belongs to a call of the same client and
// body whose last attempt has failed, the longest ago if there are several. An SDK
// that counts its retries says 0 for a new call: that belongs to one that failed
// only if the SDK has retried it before, so that the loop around it has begun anew. A
// count above 0 may also belong to an attempt that the client has just left.
func (c *calls) find(s *sign) *call {
	if s.name != "" {
		return c.named[s.key()]
	}
	var left *call
	for _, candidate := range c.prints[s.print] {
		switch {
		case candidate.flight != nil:
			if s.count > 0 && candidate.counted == s.count-1 && left == nil {
				left = candidate
			}
		case s.count < 0, s.count > 0 && candidate.counted == s.count-1, s.count == 0 && candidate.counted > 0:
			return candidate
		}
	}
	return left
}

// enter returns a new call.
func (c *calls) enter(s *sign) *call {
	made := &call{flow: s.flow, client: s.client, print: s.print, counted: -1}
	if s.name != "" {
		made.key, made.id, made.number = s.key(), s.id(), nameNumber(s.name)
		c.named[made.key] = made
		return made
	}
	if len(c.turns) >= c.most {
		clear(c.turns) // numbers begin anew: what is forgotten is only which luck was had
	}
	turn := c.turns[s.print]
	c.turns[s.print]++
	made.id = hex.EncodeToString(s.print[:6]) + "-" + strconv.FormatInt(turn+1, 10)
	made.number = s.print.number(turn)
	c.prints[s.print] = append(c.prints[s.print], made)
	return made
}

// nameNumber returns the number of a named call: a name that is a number, such as a
// request's in its flow, is that number.
func nameNumber(name string) int64 {
	if n, err := strconv.ParseInt(name, 10, 64); err == nil && n >= 0 {
		return n
	}
	var p print
	sum := sha256.Sum256([]byte(name))
	copy(p[:], sum[:])
	return p.number(0)
}

// waits notes that a call's attempt has failed.
func (c *calls) waits(k *call) { k.place = c.wait.PushBack(k) }

// resumes notes that a call is attempted again.
func (c *calls) resumes(k *call) {
	if k.place != nil {
		c.wait.Remove(k.place)
		k.place = nil
	}
}

// forget drops a call that has ended.
func (c *calls) forget(k *call) {
	c.resumes(k)
	if k.key != "" {
		delete(c.named, k.key)
		return
	}
	all := c.prints[k.print]
	for i := range all {
		if all[i] == k {
			all = append(all[:i], all[i+1:]...)
			break
		}
	}
	if len(all) == 0 {
		delete(c.prints, k.print)
	} else {
		c.prints[k.print] = all
	}
}

// patience is how long, in real time, a call whose attempt has failed may be
// attempted again.
const patience = time.Hour

// lapsed returns a call that is taken for given up: because it waits too long, or
// because there are too many. nil for none.
func (c *calls) lapsed(now, patience time.Duration) *call {
	first := c.wait.Front()
	if first == nil {
		return nil
	}
	k := first.Value.(*call)
	if c.wait.Len() > c.most || now-k.last.heard() > patience {
		return k
	}
	return nil
}
