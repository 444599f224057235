// Command ratesim simulates clients that retry against a limited API, and shows
// what their retries do to completion, to a neighbour on the same limit and to
// the bill. Counts are of requests, calls and tokens; shares lie in [0, 1].
//
// Only this package knows flags, files, the environment and the terminal.
package main

import "os"

func main() { os.Exit(ratesim(processEdge())) }
