// Package chance holds the sources of chance that a run draws from. A draw is
// named by what it is for, never by when it is made, so that two policies under
// one seed meet the same arrivals and the same faults.
//
// Draws are integers or shares without a unit. Nothing here reads a clock or
// keeps state between names.
package chance
