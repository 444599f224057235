package chance

// PurposeOf returns the purpose of draws that a user named, such as a fault's: the
// FNV-1a hash of the word in 64 bits, with the highest bit set, which no purpose
// with a number of its own has.
func PurposeOf(word string) Purpose {
	hash := uint64(0xcbf29ce484222325)
	for i := range len(word) {
		hash = (hash ^ uint64(word[i])) * 0x100000001b3
	}
	return Purpose(hash | 1<<63)
}

// InCall returns the purpose for one call of a request that makes several in
// sequence: p + call · golden, so that for call 0, the first, it is p itself.
func (p Purpose) InCall(call int) Purpose {
	return p + Purpose(uint64(call)*golden)
}
