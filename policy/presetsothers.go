package policy

import "slices"

// Libraries for other languages, and systems that retry by themselves.

func otherPresets() []Preset {
	return slices.Concat(javaScriptPresets(), gotPresets(), axiosPresets(), platformPresets(), systemPresets())
}

func javaScriptPresets() []Preset {
	const rules = ", attempts=11, unsafe=always, retry=all, heed=ignore)"
	return []Preset{
		{
			Name: "p-retry", Versions: Versions{"9", "9"}, About: "p-retry for JavaScript",
			Text:    "exponential(base=1s" + rules,
			Source:  Origin{Project: "sindresorhus/p-retry", Version: "9.0.0", File: "index.js", Date: firstRead},
			Remarks: []string{"With randomize: proportional-jitter(low=1, high=2).", "A TypeError that is not the network's is not retried."},
		},
		{
			Name: "async-retry", Versions: Versions{"1.3", "1.3"}, About: "async-retry for JavaScript",
			Text:    "proportional-jitter(base=1s, low=1, high=2" + rules,
			Source:  Origin{Project: "vercel/async-retry", Version: "1.3.3", File: "lib/index.js, and retry 0.13.1", Date: firstRead},
			Remarks: []string{"All waits are drawn at the beginning and sorted, which changes nothing as long as their ranges do not overlap."},
		},
	}
}

func gotPresets() []Preset {
	const text = "added-jitter(base=1s, jitter=100ms, attempts=3, unsafe=never, retry=408+429+500+502+503+504+521+522+524+timeout+connection+exhausted, retry-hinted=413, heed=exact, hints=seconds>date, read=strict"
	remarks := []string{
		"POST is never repeated.",
		"A wait above maxRetryAfter, or else above the request's timeout, is the end: max-hint.",
		"A fraction such as 1.5 is not read.",
	}
	source := Origin{Project: "sindresorhus/got", Version: "16.1.0", File: "source/core/calculate-retry-delay.ts", Date: firstRead}
	older := source
	older.Version = "14.6.6"
	return []Preset{
		{Name: "got", Versions: Versions{"16", "16"}, About: "got for JavaScript", Text: text + ", min-hint=1ms)", Source: source, Remarks: remarks},
		{Name: "got", Versions: Versions{"14", "14"}, About: "got for JavaScript", Text: text + ", zero=backoff)", Source: older, Remarks: remarks},
	}
}

func axiosPresets() []Preset {
	const rules = ", attempts=4, unsafe=never, retry=429+5xx+connection+exhausted, hints=seconds>date"
	source := Origin{Project: "softonic/axios-retry", Version: "4.5.0", File: "dist/esm/index.js", Date: "2026-11-30"}
	version := Versions{"4.5", "4.5"}
	remarks := []string{"A timeout is not retried. After a lost connection POST is repeated, too, though not after a status; here it never is.", "The timeout of axios is for all attempts together unless shouldResetTimeout is set: budget with at-budget=cut."}
	return []Preset{
		{Name: "axios-retry", Versions: version, About: "axios-retry, as it is by default", Text: "fixed(wait=0s" + rules + ")", Source: source, Remarks: remarks},
		{
			Name: "axios-retry-exp", Versions: version, About: "axios-retry's exponentialDelay", Source: source, Remarks: remarks,
			Text: "proportional-jitter(base=200ms, low=1, high=1.2" + rules + ", hint-factor=1.2)",
		},
	}
}

func platformPresets() []Preset {
	const rules = ", unsafe=always, retry=all, heed=ignore)"
	polly := Origin{Project: "App-vNext/Polly", Version: "8.7+91", Commit: "173d6d1d", File: "src/Polly.Core/Retry/RetryHelper.cs", Date: firstRead}
	resilience := Origin{Project: "resilience4j/resilience4j", Version: "2.4.0+16", Commit: "af9e7c97", File: "resilience4j-core, IntervalFunction.java", Date: firstRead}
	return []Preset{
		{
			Name: "polly", Versions: Versions{"8", "8"}, About: "Polly for .NET, as it is by default", Source: polly,
			Text: "fixed(wait=2s, attempts=4" + rules, Remarks: []string{"Jitter on constant or linear waits is proportional-jitter(low=0.75, high=1.25)."},
		},
		{
			Name: "polly-exp", Versions: Versions{"8", "8"}, About: "Polly, exponential with jitter", Source: polly,
			Text: "tanh-jitter(base=2s, attempts=4" + rules,
			Remarks: []string{
				"All waits together depend on the last draw alone; they are less than half of plain doubling.",
				"MaxDelay is max-wait, after which Polly's curve goes on as if nothing was cut off; here what was cut off is made up for.",
			},
		},
		{
			Name: "resilience4j", Versions: Versions{"2.4", "2.4"}, About: "resilience4j for Java, as it is by default", Source: resilience,
			Text: "fixed(wait=0.5s, attempts=3" + rules,
		},
		{
			Name: "resilience4j-exp", Versions: Versions{"2.4", "2.4"}, About: "resilience4j, ofExponentialBackoff", Source: resilience,
			Text:    "exponential(base=0.5s, factor=1.5, whole=1ms, attempts=3" + rules,
			Remarks: []string{"Each wait is cut off to a millisecond before the next grows from it.", "ofExponentialRandomBackoff: proportional-jitter(low=0.5, high=1.5), with max-wait for its bound."},
		},
	}
}

func systemPresets() []Preset {
	kubernetes := Origin{Project: "kubernetes/client-go", Version: "v0.37.2", File: "util/workqueue/default_rate_limiters.go", Date: firstRead}
	rest := kubernetes
	rest.File = "rest/request.go and with_retry.go"
	return []Preset{
		{
			Name: "k8s-workqueue", Versions: Versions{"0.37", "0.37"}, About: "Kubernetes' default queue of work",
			Text:      "exponential(base=5ms, cap=1000s" + anyFailure,
			Governors: []string{"token-bucket(limit=10, per=1s, capacity=100)"}, Source: kubernetes,
			Remarks: []string{"It waits for the longer of backoff and bucket, which all items have in common; here for one after the other."},
		},
		{
			Name: "k8s-rest", Versions: Versions{"0.37", "0.37"}, About: "Kubernetes' client for its API",
			Text:      "fixed(wait=0s, attempts=11, unsafe=always, retry=nothing, retry-hinted=429+5xx+exhausted, hints=seconds, read=integers)",
			Governors: []string{"token-bucket(limit=5, per=1s, capacity=10)"}, Source: rest,
			Remarks: []string{"What does not say how long to wait is not retried."},
		},
		{
			Name: "temporal", About: "Temporal's activities",
			Text:    "exponential(base=1s, cap=100s" + anyFailure,
			Source:  Origin{Project: "temporalio/temporal", Commit: "6805caea", File: "common/retrypolicy/retry_policy.go", Date: firstRead},
			Remarks: []string{"There is no jitter.", "An application's NextRetryDelay takes the place of the wait, up to 100 s: heed=exact, max-hint=100s, above=cut."},
		},
	}
}
