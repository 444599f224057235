// Package sdk asks "ratesim serve" by the official SDKs of OpenAI and Anthropic, and
// compares what they do with the presets of package policy; it also runs failsafe-go with
// the settings that "ratesim tune" prints. scripts/sdk runs its tests.
package sdk
