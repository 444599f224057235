package wire

import (
	"encoding/json"
	"strings"
	"time"

	"ratesim/hint"
)

// RetryInfo reads the retryDelay of a google.rpc.RetryInfo in the error body of a
// Google API: {"error":{"details":[{"@type":"…RetryInfo","retryDelay":"34s"}]}},
// or a list of such answers, which its streams send. ok is false for a body that
// has none.
func RetryInfo(body []byte) (h hint.Hint, ok bool) {
	type answer struct {
		Error struct {
			Details []struct {
				Type       string `json:"@type"`
				RetryDelay any    `json:"retryDelay"`
			} `json:"details"`
		} `json:"error"`
	}
	var answers []answer
	if json.Unmarshal(body, &answers) != nil {
		answers = make([]answer, 1)
		if json.Unmarshal(body, &answers[0]) != nil {
			return hint.Hint{}, false
		}
	}
	for _, a := range answers {
		for _, detail := range a.Error.Details {
			if strings.HasSuffix(detail.Type, "google.rpc.RetryInfo") && detail.RetryDelay != nil {
				text, _ := detail.RetryDelay.(string)
				return RetryDelay(text), true
			}
		}
	}
	return hint.Hint{}, false
}

// RetryDelay reads a duration as Protocol Buffers write it in JSON: seconds with
// up to nine decimals and an s, such as 34s or 12.595337758s.
func RetryDelay(text string) hint.Hint {
	h := hint.Hint{Kind: hint.Duration, Channel: hint.Details}
	n, ok := scanNumber(text)
	if !ok || n.rest != "s" || n.text[0] == '+' || n.marks&hint.Exponent != 0 {
		return h
	}
	h = n.hint(hint.Duration, time.Second)
	h.Channel, h.Notation = hint.Details, hint.Units
	h.Marks &= hint.Sign                      // a fraction is in order here
	h.Magnitude = min(h.Magnitude, hint.Long) // no client reads it as one number
	return h
}

// TryAgain reads the wait out of an error message's sentence: what follows
// "try again in" (OpenAI, Groq), "retry in" (Gemini) or "retry after" (Azure
// OpenAI), as 6m0s or as words (26 seconds, marked Loose). A full stop or comma
// after it is no part of it. ok is false for a message without such a sentence;
// a number in it without a unit is unreadable.
//
// Sentences change without notice, so this is for clients that are known to read
// them.
func TryAgain(message string) (h hint.Hint, ok bool) {
	message = strings.ToLower(message)
	for _, phrase := range [...]string{"try again in ", "retry in ", "retry after "} {
		_, rest, found := strings.Cut(message, phrase)
		words := strings.Fields(rest)
		if !found || len(words) == 0 || !strings.ContainsAny(words[0][:1], "0123456789.+-") {
			continue
		}
		h := waitOf(words)
		h.Kind, h.Channel = hint.Duration, hint.Message
		return h, true
	}
	return hint.Hint{}, false
}

// waitOf returns the length of time that a list of words begins with, such as
// 1h 30m or 1 minute and 30 seconds. One with a sign stands alone.
func waitOf(words []string) hint.Hint {
	total, used := partOf(words)
	for used > 0 && total.Marks&hint.Sign == 0 && !endsClause(words[used-1]) {
		words = words[used:]
		if len(words) > 0 && words[0] == "and" {
			words = words[1:]
		}
		var part hint.Hint
		part, used = partOf(words)
		if used == 0 || part.Marks&hint.Sign != 0 {
			break
		}
		total = plus(total, part)
	}
	return total
}

// partOf returns the first length of time of a list of words, and of how many
// words it is: one such as 6m0s, or two such as 26 seconds; 0 for none.
func partOf(words []string) (hint.Hint, int) {
	if len(words) == 0 {
		return hint.Hint{}, 0
	}
	word := strings.TrimRight(words[0], punctuation)
	if h, ok := scanDuration(word); ok && word != "0" {
		return h, 1
	}
	n, ok := scanNumber(word)
	if !ok || n.rest != "" || n.marks&(hint.Exponent|hint.Sign) != 0 || len(words) == 1 {
		return hint.Hint{}, 0
	}
	name := strings.TrimSuffix(strings.TrimRight(words[1], punctuation), "s")
	for _, u := range wordUnits {
		if name == u.name {
			return u.times(n), 2
		}
	}
	return hint.Hint{}, 0
}

// punctuation is what may follow a word and is no part of it.
const punctuation = `.,;:!?)"'`

// endsClause reports whether punctuation follows a word.
func endsClause(word string) bool {
	return strings.TrimRight(word, punctuation) != word
}

// RetryDelayText writes a wait as RetryDelay reads it, such as 12.595337758s; one
// that a Duration does not hold as the most that Protocol Buffers allow, 10,000
// years.
func RetryDelayText(h hint.Hint) string {
	h.Marks &= hint.Sign
	switch {
	case h.Notation == hint.Unreadable:
		return "soon"
	case h.Magnitude != hint.Fits && h.Wait < 0:
		return "-315576000000s"
	case h.Magnitude != hint.Fits:
		return "315576000000s"
	}
	return numberText(h, time.Second) + "s"
}

// Sentence writes a wait as the sentence that TryAgain reads, such as "Please try
// again in 6m0s."
func Sentence(h hint.Hint) string {
	if h.Notation == hint.Unreadable {
		return "Please try again in 5."
	}
	return "Please try again in " + unitsText(h) + "."
}
