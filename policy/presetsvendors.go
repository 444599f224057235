package policy

import "slices"

// SDKs of other vendors.

const (
	genAI   = "added-jitter(base=1s, jitter=1s, max-wait=60s, attempts=1, unsafe=always, retry=408+429+500+502+503+504+timeout+connection+exhausted, heed=ignore)"
	cohere  = "proportional-jitter(base=1s, cap=60s, low=0.9, high=1.1, attempts=3, unsafe=always, timeout=300s, heed=exact, hints=seconds>date>reset, max-hint=60s, above=cut, zero=skip, reset-factor=1.2"
	mistral = ", attempts=1, budget=3600s, at-budget=overrun, unsafe=always, timeout=300s, retry=429+500+502+503+504+exhausted, heed=exact, hints=seconds>date"
)

func vendorPresets() []Preset {
	return slices.Concat(googlePresets(), mistralPresets(), coherePresets(), azurePresets())
}

func googlePresets() []Preset {
	return []Preset{
		{
			Name: "google-genai", Versions: Versions{"2.19", "2.19"}, About: "Google's Gen AI library for Python",
			Text: genAI, SwitchOn: "attempts=5", Evidence: Read,
			Source: Origin{Project: "googleapis/python-genai", Version: "2.19.0", Commit: "66807187", File: "google/genai/_api_client.py", Date: firstRead},
			Remarks: []string{
				"It makes one attempt unless it is given HttpRetryOptions, with which it makes five.",
				"Neither Retry-After nor RetryInfo is looked at (issue 1875).",
				"With aiohttp one more attempt follows a fault of the connector, 1 to 10 s later; it is not counted, nor is it made here.",
			},
		},
		{
			Name: "genai-go", Versions: Versions{"1.77", "1.77"}, About: "Google's Gen AI library for Go",
			Text: genAI, SwitchOn: "attempts=5", Evidence: Read,
			Source:  Origin{Project: "googleapis/go-genai", Version: "v1.77.0", File: "common.go and types.go", Date: firstRead},
			Remarks: []string{"It makes one attempt unless it is given HTTPRetryOptions, with which it makes five."},
		},
	}
}

func mistralPresets() []Preset {
	return []Preset{
		{
			Name: "mistral-py", Versions: Versions{"2.5", "2.5"}, About: "Mistral's library for Python",
			Text:     "added-jitter(base=0.5s, factor=1.5, jitter=1s, max-wait=60s" + mistral + ", read=floats, zero=backoff, negative=backoff)",
			SwitchOn: "attempts=unbounded", Evidence: Read,
			Source: Origin{Project: "mistralai/client-python", Version: "2.5.1", Commit: "05629d23", File: "src/mistralai/client/utils/retries.py", Date: firstRead},
			Remarks: []string{
				"It makes one attempt unless it is given a RetryConfig, though the README speaks of a default strategy. The figures are those of the helper.",
				"Lost connections are retried only if that is asked for.",
				"There is no bound on attempts; the last wait may end past the hour.",
			},
		},
		{
			Name: "mistral-js", Versions: Versions{"2.7", "2.7"}, About: "Mistral's library for JavaScript",
			Text:     "added-jitter(of=stages(first=fixed(wait=0s), then=polynomial(base=0.5s, power=1.5)), jitter=1s, max-wait=60s" + mistral + ", read=integers, max-hint=60s, above=cut, zero=skip)",
			SwitchOn: "attempts=unbounded", Evidence: Ran,
			Source: Origin{Project: "@mistralai/mistralai", Version: "2.7.0", File: "esm/lib/retries.js", Date: firstRead},
			Remarks: []string{
				"It makes one attempt unless it is given a retry config.",
				"Base and exponent are swapped in its formula: waits grow as n^1.5, from 0.",
			},
		},
	}
}

func coherePresets() []Preset {
	return []Preset{
		{
			Name: "cohere-py", Versions: Versions{"7.0", "7.0"}, About: "Cohere's library for Python",
			Text: cohere + ", retry=408+409+429+5xx+connection+exhausted, read=integers)", Evidence: Ran,
			Source: Origin{Project: "cohere-ai/cohere-python", Version: "7.0.9", Commit: "bc495daa", File: "src/cohere/core/http_client.py", Date: firstRead},
			Remarks: []string{
				"Timeouts are not retried.",
				"A wait with jitter may be 66 s, and one until x-ratelimit-reset 72 s: the cap comes first.",
				"retry-after-ms is read but never works (cohere-python, pull request 766).",
				"Before February 2026 it waited 0.5 to 10 s and heeded up to 30 s.",
			},
		},
		{
			Name: "cohere-js", Versions: Versions{"8.1", "8.1"}, About: "Cohere's library for JavaScript",
			Text: cohere + ", retry=408+429+5xx+exhausted, read=parse-int)", Evidence: Ran,
			Source:  Origin{Project: "cohere-ai/cohere-typescript", Version: "8.1.0", File: "core/fetcher/requestWithRetries.js", Date: firstRead},
			Remarks: []string{"Neither 409 nor a lost connection is retried, unlike in cohere-py."},
		},
	}
}

func azurePresets() []Preset {
	return []Preset{{
		Name: "azcore", Versions: Versions{"1.24", "1.24"}, About: "the core of Azure's libraries for Go",
		Text: "proportional-jitter(base=1.6s, less=0.8s, low=0.8, high=1.3, max-wait=60s, attempts=4, unsafe=always, " +
			"retry=408+429+500+502+503+504+timeout+connection+exhausted, heed=exact, hints=milliseconds>azure-milliseconds>seconds>date, read=integers, max-hint=60s, zero=skip)",
		Evidence: Ran,
		Source:   Origin{Project: "Azure/azure-sdk-for-go, sdk/azcore", Version: "v1.24.0", File: "runtime/policy_retry.go and internal/shared/shared.go", Date: firstRead},
		Remarks: []string{
			"A wait above MaxRetryDelay, 60 s, is the end; its documentation does not say so.",
			"Its comment gives the jitter as 0.8 to 1.2; it is 0.8 to 1.3.",
			"TryTimeout is off by default.",
		},
	}}
}
