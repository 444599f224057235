package recorded

import "ratesim/lines"

// blockTokens is how many tokens of a prompt a hash id of a Mooncake trace stands
// for (https://github.com/kvcache-ai/Mooncake, FAST25-release).
const blockTokens = 512

// blocksMax bounds the blocks that a prefixCache keeps.
const blocksMax = 1 << 20

// A prefixCache says how much of a prompt was seen before: the leading blocks that
// an earlier row had, too. It never forgets until it has blocksMax blocks; then
// the one that came first makes room. The zero value is empty.
type prefixCache struct {
	place map[uint64]struct{}
	ring  []uint64 // in the order in which they came
	next  int      // in ring, the one that makes room
}

// prefix returns how many leading blocks are known, and makes all of them known.
func (p *prefixCache) prefix(ids []uint64) (known int64) {
	if p.place == nil {
		p.place = map[uint64]struct{}{}
	}
	leading := true
	for _, id := range ids {
		if _, ok := p.place[id]; ok {
			if leading {
				known++
			}
			continue
		}
		leading = false
		p.add(id)
	}
	return known
}

func (p *prefixCache) add(id uint64) {
	p.place[id] = struct{}{}
	if len(p.ring) < blocksMax {
		p.ring = append(p.ring, id)
		return
	}
	delete(p.place, p.ring[p.next])
	p.ring[p.next] = id
	p.next = (p.next + 1) % blocksMax
}

// blockIDs reads an array of ids.
func blockIDs(c *cell) (ids []uint64, err error) {
	text := c.text[1 : len(c.text)-1]
	for at := 0; at < len(text); {
		for at < len(text) && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == ',') {
			at++
		}
		number, _ := digits(text[at:])
		if len(number) == 0 || len(number) > 19 {
			if at == len(text) {
				break
			}
			return nil, lines.FaultAt(c.at+1+at, "hash_ids: want whole numbers of at least 0")
		}
		id := uint64(0)
		for _, digit := range number {
			id = 10*id + uint64(digit-'0')
		}
		ids = append(ids, id)
		at += len(number)
		if at < len(text) && text[at] != ',' && text[at] != ' ' && text[at] != '\t' && text[at] != '\r' {
			return nil, lines.FaultAt(c.at+1+at, "hash_ids: want whole numbers of at least 0")
		}
	}
	return ids, nil
}
