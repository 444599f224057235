package policy

import "slices"

// The generated SDKs of OpenAI and Anthropic wait alike. What differs is what they
// make of Retry-After, and which failures they retry.
const (
	generatedWait  = "proportional-jitter(base=0.5s, cap=8s, low=0.75, high=1, attempts=3, unsafe=always, should-retry=obey, heed=exact, hints=milliseconds>seconds>date"
	generatedRetry = ", retry=408+409+429+5xx+timeout+connection+exhausted" // by status alone: a used-up account is a 429, too
	tenMinutes     = ", timeout=600s"
	pythonFloats   = ", read=fraction+sign+exponent+rfc850+asctime+loose" // float() without its words, which are refused
)

const firstRead = "2026-11-29"

func openAIPresets() []Preset {
	return slices.Concat(openAIPython(), openAINode(), openAIGo())
}

func openAIPython() []Preset {
	return []Preset{
		{
			Name: "openai-py", Versions: Versions{"2.52", "3"}, About: "OpenAI's library for Python",
			Text:     generatedWait + generatedRetry + tenMinutes + pythonFloats + ", max-hint=120s, zero=backoff, negative=backoff)",
			Evidence: Ran,
			Source:   Origin{Project: "openai/openai-python", Version: "3.3.1", Commit: "e43b4224", File: "src/openai/_base_client.py and _constants.py", Date: firstRead},
			Remarks: []string{
				"A wait above 120 s is the end even if x-should-retry says true.",
				"A retry-after-ms of 0 keeps retry-after from being looked at.",
				"The waits come to 1.5 s at most: far less than a window of a minute.",
				"Connecting times out after 5 s by itself, which is not told apart here.",
				"Nothing is retried once a stream has begun.",
			},
		},
		{
			Name: "openai-py", Versions: Versions{"1.0", "2.51"}, About: "OpenAI's library for Python, before July 2026",
			Text:     generatedWait + generatedRetry + tenMinutes + ", read=floats, max-hint=60s, above=backoff, zero=backoff, negative=backoff)",
			Evidence: Read,
			Source:   Origin{Project: "openai/openai-python", Version: "2.51", File: "src/openai/_base_client.py", Date: firstRead},
			Remarks:  []string{"Told to wait five minutes it comes back after half a second, twice."},
		},
	}
}

func openAINode() []Preset {
	const project = "openai/openai-node"
	streams := "A body that can be read once only is not sent again."
	return []Preset{
		{
			Name: "openai-node", Versions: Versions{"7", "7"}, About: "OpenAI's library for JavaScript",
			Text:     generatedWait + generatedRetry + tenMinutes + ", read=prefixes, max-hint=60s, above=backoff)",
			Evidence: Ran,
			Source:   Origin{Project: project, Version: "7.59.0", File: "client.js", Date: firstRead},
			Remarks: []string{
				"A wait above 60 s means an early retry here, and the end in openai-py and openai-go.",
				"Before 7.5.0 a retry-after-ms of 0 gave way to retry-after.", streams,
			},
		},
		{
			Name: "openai-node", Versions: Versions{"6", "6"}, About: "OpenAI's library for JavaScript",
			Text:     generatedWait + generatedRetry + tenMinutes + ", read=prefixes, zero=yield, negative=heed, unreadable=heed, max-hint=2147483647ms, above=overflow)",
			Evidence: Ran,
			Source:   Origin{Project: project, Version: "6.49.0", File: "client.js", Date: firstRead},
			Remarks: []string{
				"The bound on waits was lost in this version (issue 1840): 600 s are waited in full, and what is below 0 or unreadable is tried again at once.",
				"From 2147484 s on the timer overflows and fires after 1 ms.", streams,
			},
		},
		{
			Name: "openai-node", Versions: Versions{"4", "5"}, About: "OpenAI's library for JavaScript",
			Text:     generatedWait + generatedRetry + tenMinutes + ", read=prefixes, max-hint=59.999999999s, above=backoff, zero=skip)",
			Evidence: Ran,
			Source:   Origin{Project: project, Version: "5.23.2", File: "client.js", Date: firstRead},
			Remarks:  []string{"60 s just so are not heeded.", "4.104.0 was read, not run.", streams},
		},
	}
}

func openAIGo() []Preset {
	const project, file = "openai/openai-go", "internal/requestconfig/requestconfig.go"
	const retry = ", retry=408+409+429+5xx+connection+exhausted"
	const secondRead = "2026-11-30"
	about := "OpenAI's library for Go"
	return []Preset{
		{
			Name: "openai-go", Versions: Versions{"3.67", "3"}, About: about,
			Text:     generatedWait + retry + ", read=floats, max-hint=120s)",
			Evidence: Ran,
			Source:   Origin{Project: project, Version: "v3.99.0", File: file, Date: firstRead},
			Remarks: []string{
				"There is no timeout by default. One that is set ends the call, though the README says that timeouts are retried.",
				"WithMaxRetryDelay(d) bounds its own waits and the server's: max-wait=d, max-hint=d.",
				"A body that cannot be read anew is not sent again.",
			},
		},
		{
			Name: "openai-go", Versions: Versions{"3.53", "3.66"}, About: about,
			Text:     generatedWait + retry + ", read=floats, max-hint=8s, above=cut)",
			Evidence: Read,
			Source:   Origin{Project: project, Version: "v3.60.0", File: file, Date: secondRead},
			Remarks:  []string{"A longer wait is cut to 8 s, so that most retries come too early."},
		},
		{
			Name: "openai-go", Versions: Versions{"3.30", "3.52"}, About: about,
			Text:     generatedWait + retry + ", read=floats, negative=heed)",
			Evidence: Read,
			Source:   Origin{Project: project, Version: "v3.30.0 and v3.52.0", File: file, Date: secondRead},
			Remarks:  []string{"Any wait is heeded, however long; one below 0 is taken for 0."},
		},
		{
			Name: "openai-go", Versions: Versions{"1.12", "3.0"}, About: about,
			Text:     generatedWait + retry + ", read=floats, max-hint=59.999999999s, above=backoff, negative=backoff)",
			Evidence: Read,
			Source:   Origin{Project: project, Version: "v1.12.0 and v3.0.0", File: file, Date: secondRead},
			Remarks:  []string{"60 s just so are not heeded.", "v3.1 to v3.29 were not read."},
		},
	}
}
