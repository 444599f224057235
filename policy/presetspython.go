package policy

import "slices"

// General libraries for Python.

func pythonPresets() []Preset {
	return slices.Concat(tenacityPresets(), urllib3Presets(), []Preset{
		{
			Name: "backoff-py", Versions: Versions{"2.2", "2.2"}, About: "backoff for Python, on_exception with expo",
			Text:   "full-jitter(base=1s" + anyFailure,
			Source: Origin{Project: "litl/backoff", Version: "2.2.1", Commit: "d82b23c4", File: "backoff/_wait_gen.py, _jitter.py and _sync.py", Date: firstRead},
			Remarks: []string{
				"max_tries is attempts, max_time is budget with at-budget=late: what an attempt took does not count before the next one.",
				"random_jitter is added-jitter(base=1s, jitter=1s).",
			},
		},
		{
			Name: "google-api-core", Versions: Versions{"2.29", "2.29"}, About: "google.api_core.retry for Python",
			Text:    "full-jitter(base=1s, cap=60s, attempts=unbounded, budget=120s, unsafe=always, retry=429+500+503+connection+exhausted, heed=ignore)",
			Source:  Origin{Project: "googleapis/python-api-core", Version: "2.29.1", Commit: "daf3040", File: "google/api_core/retry", Date: firstRead},
			Remarks: []string{"It stops when the next wait would end past 120 s."},
		},
	})
}

// anyFailure are the rules of a library that retries whatever it is told to, and
// for ever, and knows no server.
const anyFailure = ", attempts=unbounded, unsafe=always, retry=all, heed=ignore)"

func tenacityPresets() []Preset {
	version := Versions{"9.1", "9.1"}
	source := Origin{Project: "jd/tenacity", Version: "9.1.4", Commit: "c650fb45", File: "tenacity/wait.py and stop.py", Date: firstRead}
	stops := "stop_after_attempt is attempts; stop_after_delay is budget with at-budget=overrun, stop_before_delay with at-budget=stop."
	return []Preset{
		{
			Name: "tenacity", Versions: version, About: "tenacity's bare @retry", Evidence: Ran, Source: source,
			Text: "fixed(wait=0s" + anyFailure, Remarks: []string{"It tries again for ever, at once, whatever the exception.", stops},
		},
		{
			Name: "tenacity-exp", Versions: version, About: "tenacity's wait_exponential", Evidence: Ran, Source: source,
			Text: "exponential(base=1s" + anyFailure, Remarks: []string{"min and max are min-wait and max-wait.", stops},
		},
		{
			Name: "tenacity-random", Versions: version, About: "tenacity's wait_random_exponential", Evidence: Ran, Source: source,
			Text: "full-jitter(base=1s, cap=60s" + anyFailure, Remarks: []string{"max, 60 s here, is cap; min is low since 9.0.0.", stops},
		},
		{
			Name: "tenacity-exp-jitter", Versions: version, About: "tenacity's wait_exponential_jitter", Evidence: Ran, Source: source,
			Text: "added-jitter(base=1s, jitter=1s" + anyFailure, Remarks: []string{"max is max-wait: at it no jitter is left, and all clients are in step.", stops},
		},
	}
}

func urllib3Presets() []Preset {
	const rules = ", attempts=11, unsafe=never, retry=connection, retry-hinted=413+429+503+exhausted, heed=exact, hints=seconds>date, read=integers, " +
		"zero=backoff, negative=stop, unreadable=stop, max-hint=21600s, above=cut)"
	version := Versions{"2.7", "2.7"}
	source := Origin{Project: "urllib3/urllib3", Version: "2.7.0+30", Commit: "6a8536b6", File: "src/urllib3/util/retry.py", Date: firstRead}
	raises := "Any other Retry-After raises InvalidHeader out of the call, and is the end."
	statuses := "Statuses without a Retry-After are retried if they are in status_forcelist: put them into retry. A pool's default is Retry(3): attempts=4."
	return []Preset{
		{
			Name: "urllib3", Versions: version, About: "urllib3's Retry()", Evidence: Ran, Source: source,
			Text: "fixed(wait=0s" + rules, Remarks: []string{"backoff_factor is 0 by default: it never waits by itself.", raises, statuses},
		},
		{
			Name: "urllib3-backoff", Versions: version, About: "urllib3's Retry(backoff_factor=1)", Evidence: Ran, Source: source,
			Text: "stages(first=fixed(wait=0s), then=exponential(base=2s, cap=120s)" + rules,
			Remarks: []string{
				"The first retry never waits, and the second one twice the factor; for a factor of 0.1 write then=exponential(base=0.2s, cap=120s).",
				raises, statuses,
			},
		},
	}
}
