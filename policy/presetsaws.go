package policy

import "slices"

// SDKs of AWS.

func awsPresets() []Preset { return slices.Concat(awsGoPresets(), botocorePresets()) }

func awsGoPresets() []Preset {
	const project = "aws/aws-sdk-go-v2"
	const files = "aws/retry/standard.go, jitter_backoff.go and middleware.go"
	const retry = ", attempts=3, unsafe=always, retry=429+500+502+503+504+timeout+connection"
	return []Preset{
		{
			Name: "aws-go", Versions: Versions{"1.48", "1.48"}, About: "AWS's library for Go, retry behaviour 2.1",
			Text:      "by-kind(rate-limit=full-jitter(base=1s, cap=20s), otherwise=full-jitter(base=50ms, cap=20s)" + retry + "+exhausted, hints=aws-milliseconds, read=integers, hint-lead=5s)",
			Governors: []string{"aws-retry-quota(cost=14, timeout-cost=14)"}, Evidence: Ran,
			Source: Origin{Project: project, Version: "v1.48.0", File: files, Date: firstRead},
			Remarks: []string{
				"Retry-After is not looked at. x-amz-retry-after moves the wait by 5 s at most.",
				"DynamoDB has four attempts and a base of 25 ms.",
				"Waits were run up to their ceilings; the rest was read, with upstream's test vectors.",
			},
		},
		{
			Name: "aws-go", Versions: Versions{"1.36", "1.36"}, About: "AWS's library for Go, legacy retries",
			Text:      "stages(first=full-jitter(base=2s), failures=4, then=fixed(wait=20s)" + retry + ", heed=ignore)",
			Governors: []string{"aws-retry-quota"}, Evidence: Ran,
			Source:  Origin{Project: project, Version: "v1.36.3", File: files, Date: firstRead},
			Remarks: []string{"From the fifth retry on all clients wait 20 s just so, in step.", "botocore's waits begin at 1 s: the two are off by one."},
		},
	}
}

func botocorePresets() []Preset {
	const project = "boto/botocore"
	const standard = "full-jitter(base=1s, cap=20s, attempts=3, unsafe=always, timeout=60s, retry=429+500+502+503+504+timeout+connection, heed=ignore)"
	version := Versions{"1.43", "1.43"}
	source := Origin{Project: project, Version: "1.43.67", Commit: "0e6e2404", File: "botocore/retries/standard.py", Date: firstRead}
	legacy, adaptive := source, source
	legacy.File, adaptive.File = "botocore/retryhandler.py and botocore/data/_retry.json", "botocore/retries/adaptive.py"
	bare := "A 429 without one of AWS's error codes is not retried: for a service that sends such, leave 429 out of retry."
	return []Preset{
		{
			Name: "botocore-legacy", Versions: version, About: "AWS's library for Python, as it is by default",
			Text:   "full-jitter(base=1s, attempts=5, unsafe=always, timeout=60s, retry=429+500+502+503+504+509+timeout+connection+exhausted, heed=ignore)",
			Source: legacy, Remarks: []string{"DynamoDB has ten attempts and waits of 0.05 s and twice that each time, without jitter."},
		},
		{
			Name: "botocore-standard", Versions: version, About: "AWS's library for Python, standard mode",
			Text: standard, Governors: []string{"aws-retry-quota"}, Source: source, Remarks: []string{bare},
		},
		{
			Name: "botocore-adaptive", Versions: version, About: "AWS's library for Python, adaptive mode",
			Text: standard, Governors: []string{"aws-retry-quota", "cubic"}, Source: adaptive, Remarks: []string{bare},
		},
	}
}
