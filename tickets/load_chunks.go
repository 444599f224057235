package tickets

const chunkLength = 1 << 12 // values in each chunk

// chunks is a list that grows without being copied, so that it never takes
// much more memory than its values do. The zero value is empty.
type chunks[T any] struct {
	chunks [][]T
	count  int
}

// add puts values at the end.
func (c *chunks[T]) add(values ...T) {
	for len(values) > 0 {
		if c.count == len(c.chunks)*chunkLength {
			c.chunks = append(c.chunks, make([]T, chunkLength))
		}
		added := copy(c.from(c.count), values)
		c.count += added
		values = values[added:]
	}
}

// at returns value i, counted from 0.
func (c *chunks[T]) at(i int) T {
	return c.chunks[i/chunkLength][i%chunkLength]
}

// from returns the chunk that holds value i, from that value on.
func (c *chunks[T]) from(i int) []T {
	return c.chunks[i/chunkLength][i%chunkLength:]
}
