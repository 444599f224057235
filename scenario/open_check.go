package scenario

// open checks an open scenario.
func (c *checker) open() { c.name() }
