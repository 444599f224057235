package policy

import "time"

// Course returns the policy of the lesson "Handle provider limits" of the course
// "Building Reliable Applications with LLM APIs": 4 attempts, base 0.5 s, cap 8 s,
// full jitter, 20 s of waits in all. It retries 429, timeouts and statuses from
// 500 on. A 429 that asks for more than 8 s stops it; else it waits at least what
// was asked.
func Course() Retry {
	return Retry{
		Backoff:  FullJitter{Of: Exponential{Base: 500 * time.Millisecond, Factor: 2, Cap: 8 * time.Second}},
		On:       classes("429+5xx+timeout"),
		Attempts: 4,
		Total:    20 * time.Second,
		Heed:     Heed{After: classes("429"), Max: 8 * time.Second},
	}
}
