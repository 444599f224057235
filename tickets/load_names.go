package tickets

import (
	"bufio"
	"encoding/binary"
	"fmt"

	"ratesim/spool"
)

// A ticketName is what is kept of a ticket to call it by.
type ticketName struct {
	id    string
	topic string
	line  int // on which it begins
}

// A nameTable keeps a name for each ticket, packed in a Spool, as
//
//	line   uvarint
//	topic  a byte: 0 for none, 1 to 254 for one of topics, or 255 and then
//	       its length, a uvarint, and itself
//	id     all the rest
type nameTable struct {
	spool   spool.Spool
	writer  *bufio.Writer   // to spool; nil when all is written
	begins  chunks[uint64]  // byte of spool at which each name begins
	end     uint64          // bytes written
	topics  []string        // in the order in which they were first seen
	numbers map[string]byte // of topics, from 1; nil when all is written
}

const (
	topicNone    = 0
	topicWritten = 255
)

// newNameTable returns a table without names; a nil Spool keeps them in memory.
func newNameTable(to spool.Spool) nameTable {
	if to == nil {
		to = &spool.Memory{}
	}
	return nameTable{
		spool:   to,
		writer:  bufio.NewWriterSize(to, 64<<10),
		numbers: map[string]byte{"": topicNone},
	}
}

// add keeps the name of the next ticket.
func (n *nameTable) add(name ticketName) error {
	packed := binary.AppendUvarint(n.writer.AvailableBuffer(), uint64(name.line))
	number := n.numberOf(name.topic)
	packed = append(packed, number)
	if number == topicWritten {
		packed = binary.AppendUvarint(packed, uint64(len(name.topic)))
		packed = append(packed, name.topic...)
	}
	packed = append(packed, name.id...)
	n.begins.add(n.end)
	n.end += uint64(len(packed))
	if _, err := n.writer.Write(packed); err != nil {
		return fmt.Errorf("spool for ids: %w", err)
	}
	return nil
}

// numberOf returns the number of a topic, a new one if there are any left.
func (n *nameTable) numberOf(topic string) byte {
	number, known := n.numbers[topic]
	switch {
	case known:
		return number
	case len(n.topics)+1 == topicWritten:
		return topicWritten
	}
	n.topics = append(n.topics, topic)
	n.numbers[topic] = byte(len(n.topics))
	return byte(len(n.topics))
}

// finish writes out what waits to be written. No name may be added after it.
func (n *nameTable) finish() error {
	if err := n.writer.Flush(); err != nil {
		return fmt.Errorf("spool for ids: %w", err)
	}
	n.writer, n.numbers = nil, nil
	return nil
}

// read returns the name of ticket i.
func (n *nameTable) read(i int) (ticketName, error) {
	if n.writer != nil {
		if err := n.writer.Flush(); err != nil {
			return ticketName{}, fmt.Errorf("spool for ids: %w", err)
		}
	}
	begin, end := n.begins.at(i), n.end
	if i+1 < n.begins.count {
		end = n.begins.at(i + 1)
	}
	packed := make([]byte, end-begin)
	if got, err := n.spool.ReadAt(packed, int64(begin)); got < len(packed) {
		return ticketName{}, fmt.Errorf("spool for ids, bytes %d to %d: %w", begin, end, err)
	}
	unpacked, whole := n.unpack(packed)
	if !whole {
		return ticketName{}, fmt.Errorf("spool for ids, bytes %d to %d: not what was written there", begin, end)
	}
	return unpacked, nil
}

// unpack reverses what add packed. It trusts nothing, as a file may have been
// written to by others.
func (n *nameTable) unpack(packed []byte) (unpacked ticketName, whole bool) {
	line, size := binary.Uvarint(packed)
	if size <= 0 || size == len(packed) {
		return ticketName{}, false
	}
	number, packed := packed[size], packed[size+1:]
	unpacked.line = int(line)
	switch {
	case number == topicWritten:
		length, size := binary.Uvarint(packed)
		if size <= 0 || length > uint64(len(packed)-size) {
			return ticketName{}, false
		}
		packed = packed[size:]
		unpacked.topic = string(packed[:length])
		packed = packed[length:]
	case int(number) > len(n.topics):
		return ticketName{}, false
	case number != topicNone:
		unpacked.topic = n.topics[number-1]
	}
	unpacked.id = string(packed)
	return unpacked, true
}
