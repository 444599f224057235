package schema

import "unicode/utf8"

// formats has a text in each of the formats of "JSON Schema Validation", section 7.3.
var formats = map[string]string{
	"date-time":             "2026-03-14T09:26:53Z",
	"date":                  "2026-03-14",
	"time":                  "09:26:53Z",
	"duration":              "PT1H30M",
	"email":                 "someone@example.com",
	"idn-email":             "someone@example.com",
	"hostname":              "www.example.com",
	"idn-hostname":          "www.example.com",
	"ipv4":                  "192.0.2.1",
	"ipv6":                  "2001:db8::1",
	"uri":                   "https://example.com/",
	"uri-reference":         "https://example.com/",
	"iri":                   "https://example.com/",
	"iri-reference":         "https://example.com/",
	"uri-template":          "https://example.com/{name}",
	"uuid":                  "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
	"json-pointer":          "/name",
	"relative-json-pointer": "0",
	"regex":                 "^[a-z]+$",
}

// text returns a text of its format, its pattern and its length in characters.
func (m *maker) text(s object) (any, bool) {
	least, most := size(s["minLength"], 0), size(s["maxLength"], textMax)
	if least > most || least > textMax {
		return m.word(), m.lenient
	}
	fits := func(text string) bool { n := utf8.RuneCountInString(text); return n >= least && n <= most }
	name, _ := s["format"].(string)
	formatted, isFormatted := formats[name]
	pattern, isPatterned := s["pattern"].(string)
	switch {
	case isPatterned:
		re := m.pattern(pattern)
		if isFormatted && re != nil && re.MatchString(formatted) && fits(formatted) {
			return formatted, true
		}
		if text, ok := m.spelled(re, least, most); ok || !m.lenient {
			return text, ok
		}
	case isFormatted && fits(formatted):
		return formatted, true
	case isFormatted && !m.lenient:
		return nil, false
	}
	return m.words(least, most), true
}

// words returns words that have so many characters together: one word, if it is long
// enough.
func (m *maker) words(least, most int) string {
	m.left -= least / perStep
	letters := []rune(m.word())
	for len(letters) < least {
		letters = append(append(letters, ' '), []rune(m.word())...)
	}
	return string(letters[:min(len(letters), most)])
}
