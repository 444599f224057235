package policy

import "slices"

// General libraries for Go.

func goPresets() []Preset {
	return slices.Concat(cenkaltiPresets(), hashicorpPresets(), []Preset{
		{
			Name: "avast", Versions: Versions{"4.7", "4.7"}, About: "avast/retry-go", Evidence: Ran,
			Text:    "added-jitter(base=100ms, jitter=100ms, attempts=10, unsafe=always, retry=all, heed=ignore)",
			Source:  Origin{Project: "avast/retry-go", Version: "v4.7.0", File: "options.go", Date: firstRead},
			Remarks: []string{"FullJitterBackoffDelay begins at twice the base: full-jitter(base=200ms)."},
		},
		{
			Name: "sethvargo", Versions: Versions{"0.5", "0.5"}, About: "sethvargo/go-retry, exponential",
			Text:   "exponential(base=1s" + anyFailure,
			Source: Origin{Project: "sethvargo/go-retry", Version: "v0.5.0", File: "backoff.go and backoff_exponential.go", Date: firstRead},
			Remarks: []string{
				"The base is the user's: 1 s is an example, and so is retrying all, for only errors that are marked are retried.",
				"WithJitter is spread-jitter, WithJitterPercent(10) proportional-jitter(low=0.9, high=1.1), WithFullJitter full-jitter, WithMaxDuration budget with at-budget=shorten.",
				"Its Fibonacci backoff is list(waits=1s>2s>3s>5s>8s>13s).",
			},
		},
		{
			Name: "failsafe-go", Versions: Versions{"0.9", "0.9"}, About: "failsafe-go's policy for HTTP",
			Text:      "fixed(wait=0s, attempts=3, unsafe=always, retry=429+5xx+!501+connection+timeout+exhausted, heed=exact, heed-after=429+503+exhausted, hints=seconds, read=integers)",
			Governors: []string{"active-retries(share=0.2, minimum=3)"}, Optional: true,
			Source:  Origin{Project: "failsafe-go/failsafe-go", Version: "v0.9.8", File: "failsafehttp, retrypolicy and budget", Date: firstRead},
			Remarks: []string{"Jitter that is configured is applied to the server's wait, too.", "Of its budget a retry takes a part only when its wait is over; here from its wait on."},
		},
		{
			Name: "gax-go", Versions: Versions{"2.27", "2.27"}, About: "Google's gax-go", Evidence: Ran,
			Text:    "full-jitter(base=1s, cap=30s, low=1ns, attempts=unbounded, unsafe=always, retry=503+429+exhausted, heed=ignore)",
			Source:  Origin{Project: "googleapis/gax-go", Version: "v2.27.0", File: "v2/call_option.go", Date: firstRead},
			Remarks: []string{"It goes on until the context ends: give it a budget.", "Which codes are retried each API says: 429 and 503 are an example."},
		},
	})
}

func cenkaltiPresets() []Preset {
	const text = "proportional-jitter(base=0.5s, factor=1.5, cap=60s, low=0.5, high=1.5, attempts=unbounded, budget=15m, unsafe=always, retry=all, heed=ignore)"
	files := "exponential.go, retry.go and tries.go"
	return []Preset{
		{
			Name: "cenkalti", Versions: Versions{"5", "5"}, About: "cenkalti/backoff", Evidence: Ran, Text: text,
			Source: Origin{Project: "cenkalti/backoff", Version: "v5.0.3", File: files, Date: firstRead},
			Remarks: []string{
				"With RetryAfterError the server's wait takes the place of its own, which then begins anew: heed=exact, restart=yes.",
				"WithMaxTries is attempts. It stops when the next wait would end past 15 minutes.",
				"The cap comes before the jitter: waits reach 90 s.",
			},
		},
		{
			Name: "cenkalti", Versions: Versions{"4", "4"}, About: "cenkalti/backoff", Evidence: Ran, Text: text,
			Source:  Origin{Project: "cenkalti/backoff", Version: "v4.3.0", File: files, Date: firstRead},
			Remarks: []string{"WithMaxRetries is retries.", "The cap comes before the jitter: waits reach 90 s."},
		},
	}
}

func hashicorpPresets() []Preset {
	const rules = ", attempts=5, unsafe=always, retry=429+5xx+!501+connection+timeout+exhausted, heed=exact, heed-after=429+503+exhausted, hints=seconds>date, read=strict)"
	version := Versions{"0.7", "0.7"}
	source := Origin{Project: "hashicorp/go-retryablehttp", Version: "v0.7.8", File: "client.go", Date: firstRead}
	return []Preset{
		{
			Name: "retryablehttp", Versions: version, About: "hashicorp/go-retryablehttp", Evidence: Ran, Source: source,
			Text: "exponential(base=1s, cap=30s" + rules,
			Remarks: []string{
				"There is no jitter: clients that fail together come back together.",
				"The server's wait is not bound by RetryWaitMax (issue 247).",
				"POST is repeated, too.",
			},
		},
		{
			Name: "retryablehttp-linear", Versions: version, About: "its LinearJitterBackoff", Evidence: Ran, Source: source,
			Text:    "proportional-jitter(of=linear(base=1s), low=1, high=30, attempts=5, unsafe=always, retry=429+5xx+!501+connection+timeout+exhausted, heed=ignore)",
			Remarks: []string{"RetryWaitMin and RetryWaitMax are multiplied by the number of the attempt, and bound nothing."},
		},
	}
}
