package main

import "testing"

func TestMessagesCannotSteerATerminal(t *testing.T) {
	for text, want := range map[string]string{
		"plain, with – and ☃":  "plain, with – and ☃",
		"two\n\tlines":         "two\n\tlines",
		"red \x1b[31m":         `red \x1b[31m`,
		"back\rto the start\a": `back\rto the start\a`,
		"turned \u202eround":   `turned \u202eround`,
		"not UTF-8 \xff":       "not UTF-8 �",
	} {
		if got := legible(text); got != want {
			t.Errorf("%q is shown as %q; want %q", text, got, want)
		}
	}
}
