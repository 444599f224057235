package workload

// A Seeded is Arrivals that chance has a part in.
type Seeded interface {
	Arrivals
	// Seed names the chance of a flow, by its place in the scenario, in a run. It
	// is called before Reset.
	Seed(seed int64, flow int)
}
