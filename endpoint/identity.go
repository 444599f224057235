package endpoint

// ID returns the number by which a key or a model of that name is known in a
// Scope: the FNV-1a hash of the name in 32 bits, or 0 for no name.
func ID(name string) uint32 {
	if name == "" {
		return 0
	}
	hash := uint32(0x811c9dc5)
	for i := range len(name) {
		hash = (hash ^ uint32(name[i])) * 0x01000193
	}
	return max(1, hash)
}
