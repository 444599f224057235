package schema

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// patternMax bounds the bytes of a pattern.
const patternMax = 1000

// pattern returns a pattern ready to match, nil for one that Go's package regexp does
// not know: one that looks around or back.
func (m *maker) pattern(text string) *regexp.Regexp {
	m.left -= 10 + len(text)/perStep
	if len(text) > patternMax || m.left < 0 {
		return nil
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil
	}
	return re
}

// spelled returns a text that a pattern matches, of a length in characters. It is
// spelled out of the pattern with ever more of what may be repeated; what a pattern
// does not reach to is filled up behind it and before it.
func (m *maker) spelled(re *regexp.Regexp, least, most int) (text string, ok bool) {
	if re == nil {
		return "", false
	}
	tree, err := syntax.Parse(re.String(), syntax.Perl)
	if err != nil {
		return "", false
	}
	for _, repeats := range []int{1, 0, 2, 3, 5, 8, 16, 32, least, most} {
		if m.left--; m.left < 0 {
			return "", false
		}
		p := speller{maker: m, repeats: repeats, room: min(most, textMax)}
		p.spell(tree)
		spelled := p.text.String()
		m.left -= len(spelled) / perStep
		padding := strings.Repeat("a", max(0, least-utf8.RuneCountInString(spelled)))
		for _, text := range []string{spelled, spelled + padding, padding + spelled} {
			if n := utf8.RuneCountInString(text); n >= least && n <= most && re.MatchString(text) {
				return text, true
			}
		}
	}
	return "", false
}

// A speller spells a text that a pattern matches.
type speller struct {
	*maker
	repeats int // of what may be repeated at will
	room    int // characters
	text    strings.Builder
}

// spell adds what one part of a pattern matches.
func (p *speller) spell(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, letter := range re.Rune {
			p.write(letter)
		}
	case syntax.OpCharClass:
		p.write(p.letter(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		p.write(p.letter([]rune{'a', 'z'}))
	case syntax.OpConcat, syntax.OpCapture:
		for _, part := range re.Sub {
			p.spell(part)
		}
	case syntax.OpAlternate:
		p.spell(re.Sub[p.turn%len(re.Sub)])
	case syntax.OpStar:
		p.repeat(re.Sub[0], p.repeats)
	case syntax.OpPlus:
		p.repeat(re.Sub[0], max(1, p.repeats))
	case syntax.OpQuest:
		p.repeat(re.Sub[0], min(1, p.repeats))
	case syntax.OpRepeat:
		times := max(re.Min, p.repeats)
		if re.Max >= 0 {
			times = min(times, re.Max)
		}
		p.repeat(re.Sub[0], times)
	}
}

func (p *speller) repeat(re *syntax.Regexp, times int) {
	for before := -1; times > 0 && p.room > 0 && p.text.Len() > before; times-- {
		before = p.text.Len() // what adds nothing is not repeated
		p.spell(re)
	}
}

func (p *speller) write(letter rune) {
	if p.room > 0 {
		p.text.WriteRune(letter)
		p.room--
	}
}

// letter returns a character of a class, which is a list of first and last ones.
func (p *speller) letter(class []rune) rune {
	word, sum := p.word(), 0
	for _, b := range []byte(word) {
		sum += int(b)
	}
	usual := word + string(rune('0'+sum%10)) + "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ -_."
	for _, letter := range usual {
		if isIn(letter, class) {
			return letter
		}
	}
	for i := 0; i+1 < len(class); i += 2 {
		for letter := class[i]; letter <= class[i+1] && letter < class[i]+100; letter++ {
			if unicode.IsPrint(letter) {
				return letter
			}
		}
	}
	return slices.Concat(class, []rune{'a'})[0]
}

func isIn(letter rune, class []rune) bool {
	for i := 0; i+1 < len(class); i += 2 {
		if letter >= class[i] && letter <= class[i+1] {
			return true
		}
	}
	return false
}
