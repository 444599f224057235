package policy

import "slices"

// Frameworks around the SDKs of vendors.

func frameworkPresets() []Preset {
	return slices.Concat(langChainPresets(), liteLLMPresets(), otherFrameworks(), cookbookPresets())
}

func langChainPresets() []Preset {
	const python = "langchain-ai/langchain"
	return []Preset{
		{
			Name: "langchain-py", About: "LangChain's with_retry() for Python",
			Text:   "added-jitter(base=1s, jitter=1s, attempts=3, unsafe=always, retry=all, heed=ignore)",
			Source: Origin{Project: python, Commit: "258a7dc3", File: "libs/core/langchain_core/runnables/retry.py", Date: firstRead},
			Remarks: []string{
				"Any exception is retried. stream() and transform() are not.",
				"wait_exponential_jitter=False means no waits at all.",
				"It stands around the SDK's own retries: layers(outer=langchain-py, inner=openai-py) sends up to nine requests.",
			},
		},
		{
			Name: "langchain-py-llms", About: "LangChain's older helper for Python",
			Text:     "exponential(base=1s, cap=10s, min-wait=4s, attempts=1, unsafe=always, heed=ignore)",
			SwitchOn: "attempts=6",
			Source:   Origin{Project: python, Commit: "008e6b3e", File: "libs/core/langchain_core/language_models/llms.py", Date: firstRead},
			Remarks:  []string{"max_retries is a number of attempts, 1 by default.", "Which errors are retried its caller says."},
		},
		{
			Name: "langchain-js", Versions: Versions{"1.4", "1.4"}, About: "LangChain's AsyncCaller for JavaScript",
			Text: "proportional-jitter(base=1s, low=1, high=2, attempts=7, unsafe=always, " +
				"retry=all+!400+!401+!402+!403+!404+!405+!406+!407+!409+!413+!429+!timeout+!exhausted, retry-hinted=429, " +
				"hints=seconds>date>message-duration, read=fraction+sign+exponent+rfc850+asctime+loose, negative=heed, max-hint=60s)",
			Evidence: Ran,
			Source:   Origin{Project: "@langchain/core", Version: "1.4.0", File: "dist/utils/async_caller.js", Date: firstRead},
			Remarks: []string{
				"A 429 that does not say how long to wait is not retried.",
				"A negative Retry-After is read as a date in 2001, so its own wait decides.",
				"A timeout is taken for axios's ECONNABORTED, which is not retried.",
			},
		},
	}
}

func liteLLMPresets() []Preset {
	const project = "BerriAI/litellm"
	return []Preset{
		{
			Name: "litellm", About: "LiteLLM's router",
			Text: "added-jitter(of=stages(first=fixed(wait=0.5s), then=exponential(base=0.5s, cap=8s)), jitter=0.75s, attempts=3, unsafe=always, timeout=6000s, " +
				"retry=all+!401+!404, last-wait=yes, heed=exact, hints=seconds>date, read=integers, max-hint=60s, above=backoff, zero=backoff, negative=backoff, hint-jitter=0.75s)",
			Source: Origin{Project: project, Commit: "203db9e3", File: "litellm/router_utils/retry_utils.py, constants.py and utils.py", Date: firstRead},
			Remarks: []string{
				"After the last failure it waits once more, for nothing.",
				"Of a group of two deployments or more, of which one is healthy, it does not wait at all and ignores the server (issue 34399): then its policy is fixed(wait=0s, attempts=3).",
				"On each turn it goes by the headers of the first refusal; here by those of the last.",
				"Cooldowns of deployments are not part of it.",
			},
		},
		{
			Name: "litellm-completion", About: "LiteLLM's completion(num_retries=N)",
			Text:     "fixed(wait=0s, attempts=1, unsafe=always, timeout=6000s, retry=all, heed=ignore)",
			SwitchOn: "retries=3",
			Source:   Origin{Project: project, Commit: "00281d83", File: "litellm/main.py", Date: firstRead},
			Remarks:  []string{"retries is num_retries. There is no wait between them, and the SDK's own retries are off."},
		},
	}
}

func otherFrameworks() []Preset {
	return []Preset{
		{
			Name: "llamaindex", About: "LlamaIndex's OpenAI class for Python",
			Text:   "full-jitter(base=1s, cap=20s, low=1s, attempts=3, budget=60s, at-budget=overrun, unsafe=always, retry=429+5xx+timeout+connection+exhausted, heed=ignore)",
			Source: Origin{Project: "run-llama/llama_index", Commit: "01509f95", File: "llms/openai/utils.py and base.py", Date: firstRead},
			Remarks: []string{
				"max_retries is a number of attempts.",
				"With tenacity before 9 the least wait is 0: low=0s.",
			},
		},
		{
			Name: "vercel-ai", Versions: Versions{"6", "7"}, About: "Vercel's AI SDK",
			Text:   "exponential(base=2s, attempts=3, unsafe=always, retry=408+409+429+5xx+connection+exhausted, heed=exact, hints=milliseconds>seconds>date, read=prefixes, max-hint=59.999999999s, above=sooner, negative=backoff)",
			Source: Origin{Project: "vercel/ai", Version: "ai 7.0.173", File: "src/util/retry-with-exponential-backoff.ts", Date: firstRead},
			Remarks: []string{
				"There is no jitter: clients that fail together come back together.",
				"60 s just so are not heeded, though its comment says 0 to 60.",
			},
		},
		{
			Name: "instructor", Versions: Versions{"1.8", "1.8"}, About: "instructor for Python",
			Text:   "fixed(wait=0s, attempts=3, unsafe=always, retry=all, heed=ignore)",
			Source: Origin{Project: "567-labs/instructor", Version: "1.8.3", Commit: "cc679553", File: "instructor/retry.py", Date: firstRead},
			Remarks: []string{
				"attempts is max_retries, which counts attempts.",
				"It stands around the SDK's own retries: layers(outer=instructor, inner=openai-py) sends up to nine requests.",
			},
		},
	}
}

func cookbookPresets() []Preset {
	const project = "openai/openai-cookbook"
	return []Preset{
		{
			Name: "cookbook-parallel", About: "OpenAI's cookbook, parallel requests",
			Text:      "fixed(wait=0s, attempts=5, unsafe=always, retry=all, heed=ignore)",
			Governors: []string{"token-bucket(limit=1500)", "token-bucket(limit=125000, unit=tokens)", "pause(at-least=15s, longest=15s)"},
			Source:    Origin{Project: project, Commit: "d2bb606c", File: "examples/api_request_parallel_processor.py", Date: firstRead},
			Remarks: []string{
				"What failed goes to the front of the queue without a wait; after a rate limit nobody sends for 15 s.",
				"A later variant (04a30903) compares an error code with '429', which OpenAI never sends there, and so never pauses.",
				"The loop sends at most one request in a millisecond.",
			},
		},
		{
			Name: "cookbook-manual", About: "OpenAI's cookbook, backoff by hand",
			Text:    "decorrelated(base=1s, from=2, factor=4, attempts=11, unsafe=always, retry=429+exhausted, heed=ignore)",
			Source:  Origin{Project: project, File: "examples/How_to_handle_rate_limits.ipynb", Date: firstRead},
			Remarks: []string{"Each wait is 2 to 4 times the last: a random walk without a bound."},
		},
	}
}
