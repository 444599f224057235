package policy

func anthropicPresets() []Preset {
	const js = "anthropics/anthropic-sdk-typescript"
	return []Preset{
		{
			Name: "anthropic-py", Versions: Versions{"0.121", "0.121"}, About: "Anthropic's library for Python",
			Text:     generatedWait + generatedRetry + tenMinutes + ", read=floats, max-hint=60s, above=backoff, zero=backoff, negative=backoff)",
			Evidence: Ran,
			Source:   Origin{Project: "anthropics/anthropic-sdk-python", Version: "0.121.0", Commit: "009b0353", File: "src/anthropic/_base_client.py", Date: firstRead},
			Remarks: []string{
				"Told to wait 171 s it comes back after 0.4 s and 0.9 s, in vain both times.",
				"A call without a stream is refused at once if its max_tokens would take more than 10 minutes at 128,000 an hour.",
				"Connecting times out after 5 s by itself, which is not told apart here.",
			},
		},
		{
			Name: "anthropic-js", Versions: Versions{"0.126", "1"}, About: "Anthropic's library for JavaScript",
			Text:     generatedWait + generatedRetry + tenMinutes + ", read=prefixes, max-hint=2147483647ms, above=backoff, zero=skip)",
			Evidence: Ran,
			Source:   Origin{Project: js, Version: "1.14.0", File: "client.js", Date: firstRead},
			Remarks: []string{
				"A wait of up to 24.8 days is waited in full.",
				"A body that is a stream is not sent again.",
				"With a token one more attempt follows a 401, when the token was renewed; it is not counted, nor is it made here.",
			},
		},
		{
			Name: "anthropic-js", Versions: Versions{"0.39", "0.125"}, About: "Anthropic's library for JavaScript",
			Text:     generatedWait + generatedRetry + tenMinutes + ", read=prefixes, max-hint=59.999999999s, above=backoff, zero=skip)",
			Evidence: Ran,
			Source:   Origin{Project: js, Version: "0.39.0", File: "client.js", Date: firstRead},
			Remarks:  []string{"60 s just so are not heeded.", "0.39.0 was run; the change came with 0.126.0."},
		},
		{
			Name: "anthropic-go", Versions: Versions{"1.84", "1.84"}, About: "Anthropic's library for Go",
			Text:     generatedWait + generatedRetry + "+cut" + tenMinutes + ", read=floats, negative=heed)",
			Evidence: Ran,
			Source:   Origin{Project: "anthropics/anthropic-sdk-go", Version: "v1.84.0", File: "internal/requestconfig/requestconfig.go", Date: firstRead},
			Remarks: []string{
				"Any wait is heeded, however long; one below 0 is taken for 0.",
				"A timeout of an attempt is retried since v1.68.0, an answer that breaks off since v1.76.0.",
				"The timeout of 10 minutes is for calls without a stream.",
			},
		},
	}
}
