package policy

import "slices"

// Remote procedure calls, proxies and service meshes.

func meshPresets() []Preset { return slices.Concat(grpcPresets(), envoyPresets(), finaglePresets()) }

func grpcPresets() []Preset {
	return []Preset{
		{
			Name: "grpc", Versions: Versions{"1.85", "1.85"}, About: "gRPC's retries, here in Go",
			Text: "proportional-jitter(base=100ms, cap=1s, low=0.8, high=1.2, attempts=4, unsafe=always, retry=503+connection, " +
				"heed=exact, hints=grpc-milliseconds, read=integers, negative=stop, unreadable=stop, repeated=stop, restart=yes)",
			Governors: []string{"grpc-throttle(max-tokens=10, token-ratio=0.1)"}, Optional: true,
			Source: Origin{Project: "grpc/proposal and grpc/grpc-go", Version: "v1.85.0", Commit: "1fd061ad", File: "A6-client-retries.md; stream.go and clientconn.go", Date: firstRead},
			Remarks: []string{
				"Without a policy in the service config there are no such retries: the figures are the example of gRFC A6.",
				"A policy has at most 5 attempts, and one deadline for all.",
				"The cap comes before the jitter: waits reach 1.2 s.",
				"A pushback may come with any status of retry; of others it changes nothing.",
			},
		},
		{
			Name: "grpc-reconnect", Versions: Versions{"1.85", "1.85"}, About: "gRPC's waits between connections",
			Text: "stages(first=fixed(wait=1s), then=proportional-jitter(base=1.6s, factor=1.6, cap=120s, low=0.8, high=1.2), " +
				"attempts=unbounded, unsafe=always, retry=connection, heed=ignore)",
			Source:  Origin{Project: "grpc/grpc-go", Version: "v1.85.0", File: "internal/backoff/backoff.go", Date: firstRead},
			Remarks: []string{"The first wait is 1 s just so: clients that lost one server come back together once.", "A connection is given 20 s at least."},
		},
	}
}

func envoyPresets() []Preset {
	return []Preset{{
		Name: "envoy", Versions: Versions{"1.40", "1.40"}, About: "Envoy's router",
		Text:      "full-jitter(base=25ms, cap=250ms, wait-step=1ms, attempts=2, budget=15s, at-budget=cut, unsafe=always, retry=5xx+connection+timeout, heed=ignore)",
		Governors: []string{"active-retries(share=0, minimum=3)"},
		Source:    Origin{Project: "envoyproxy/envoy", Version: "v1.40.0", Commit: "01c2c1fa", File: "backoff_strategy.cc, router_filter.rst and resource_manager_impl.h", Date: firstRead},
		Remarks: []string{
			"A route retries what its retry_on says: 5xx, connection and timeout are an example.",
			"With rate_limited_retry_back_off: heed=exact, hint-factor=1.5, max-hint=300s, above=backoff.",
			"With a retry_budget the governor is active-retries(share=0.2, minimum=3).",
			"Its documentation gives (2^N-1) times 25 ms for the range, which is that of older code.",
			"What x-envoy-ratelimited marks is not retried unless the route asks for that.",
		},
	}}
}

func finaglePresets() []Preset {
	const tries = ", attempts=3, unsafe=always, retry=all, heed=ignore)"
	const project = "twitter/finagle"
	version, read := Versions{"24.5", "24.5"}, "24.5.0+16"
	source := Origin{Project: project, Version: read, Commit: "4feb34cb", File: "finagle-core, Backoff.scala", Date: firstRead}
	number := "The number of attempts is the user's: three are an example."
	return []Preset{
		{
			Name: "finagle", Versions: version, About: "Finagle's requeues",
			Text:      "fixed(wait=0s, attempts=unbounded, unsafe=always, retry=connection, heed=ignore)",
			Governors: []string{"retry-budget(share=0.2, window=10s, minimum=10, of=successes)"},
			Source:    Origin{Project: project, Version: read, Commit: "4feb34cb", File: "finagle-core, service/RetryBudget.scala", Date: firstRead},
			Remarks: []string{
				"One request is sent again at most as often as a fifth of what is in the budget, which is not said here.",
				"Only successes pay into the budget, though its documentation speaks of requests.",
			},
		},
		{
			Name: "finagle-tries", Versions: version, About: "Finagle's RetryPolicy.tries", Source: source,
			Text: "rising-jitter(base=5ms, cap=200ms" + tries, Remarks: []string{"No wait is shorter than the last, unlike AWS's decorrelated jitter.", number},
		},
		{
			Name: "finagle-jittered", Versions: version, About: "Finagle's exponentialJittered", Source: source,
			Text: "compound-jitter(base=5ms, cap=200ms" + tries, Remarks: []string{"It ends in waits without any jitter.", number},
		},
	}
}
